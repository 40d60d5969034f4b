"""A store as a developer's agent has it: right answers first, and silence where it has none."""
