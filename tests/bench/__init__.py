"""The tests of `lab`, on small data and without timing; and the texts that many tests invent."""
