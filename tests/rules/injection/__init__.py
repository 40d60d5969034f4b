"""Orders to an agent that pass for memories."""
