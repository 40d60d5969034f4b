"""The laboratory: what measures recall and fits its figures. It is not installed; run its modules from a checkout."""
