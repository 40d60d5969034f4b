"""The brief: what an agent is told, and the record of its use."""
