"""What rules know of languages: words by their classes, as tables beside the code."""
