"""Reading: from a text to statements, clauses, speech acts and facts, by grammar and small tables only."""
