"""What is known of other programs."""
