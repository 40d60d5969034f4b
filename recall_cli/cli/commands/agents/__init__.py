"""Commands for agents and their work: hooks, jobs, the worker."""
