"""What an ended belief leaves behind: other memories that still rest on its value."""
