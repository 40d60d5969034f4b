"""`recall hook`: told when sessions begin, put down when they end, and never in anybody's way."""
