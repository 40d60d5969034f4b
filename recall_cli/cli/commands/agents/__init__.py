"""Commands for agents: hooks, jobs and the worker."""
