"""Our pairs of statements, by writer, and what learns from them: does the second one end the first?"""
