"""Reading: from a text to statements and facts."""
