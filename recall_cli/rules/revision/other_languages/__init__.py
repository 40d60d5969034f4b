"""The judge of German, Spanish, French and Portuguese texts."""
