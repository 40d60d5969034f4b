"""What happens when it goes wrong: killed, starved, torn, crowded; and that no acknowledged word is lost."""
