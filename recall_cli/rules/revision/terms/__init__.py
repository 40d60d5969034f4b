"""The terms of a text: cut into words and marks, with their stems and the values that they stand for."""
