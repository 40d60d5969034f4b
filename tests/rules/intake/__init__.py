"""The quality gate, and what a model is asked and answers."""
