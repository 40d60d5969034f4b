"""Plain values that all layers share: memories, drafts, jobs, moments, errors."""
