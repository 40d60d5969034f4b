"""The brief: its sections, its token budget, and the fence around it."""
