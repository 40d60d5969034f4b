"""Rules decide: values in, a verdict out; no clock, no file, no rows."""
