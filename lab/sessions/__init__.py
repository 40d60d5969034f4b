"""Written sessions with what each should leave, and the measurement of what they leave."""
