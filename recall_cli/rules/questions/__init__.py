"""Questions: their content words, the people and dates that they name, the kind of answer that they want."""
