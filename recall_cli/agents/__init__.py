"""What we know about the programs that recall remembers for."""
