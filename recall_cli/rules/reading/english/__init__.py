"""English grammar as far as reading needs it: words, verbs and clauses."""
