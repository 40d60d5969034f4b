"""The live page of `recall view --live`: who may ask for it, what it may do, and how it starts and ends."""
