"""The brief: the memories that an agent is shown, and the record of their use."""
