"""Whether two texts say the same in other words, proved term by term."""
