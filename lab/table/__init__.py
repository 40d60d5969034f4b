"""The programs that make the static table of vectors."""
