"""What a clause claims: entities, attributes, values, changes and choices."""
