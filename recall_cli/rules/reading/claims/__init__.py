"""Claims: the entities, attributes, values, changes and choices that a clause states."""
