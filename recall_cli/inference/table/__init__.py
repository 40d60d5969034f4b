"""The static table and the programs that make it. No command loads this."""
