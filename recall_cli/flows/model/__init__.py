"""Reading with a model: the question, its answer, and the drafts of what it notes."""
