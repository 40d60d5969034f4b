"""Knowledge about other programs."""
