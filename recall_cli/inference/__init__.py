"""Models: each behind one door, opened only when it is asked."""
