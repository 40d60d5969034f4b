"""What an agent does and what goes wrong: commands, files, errors, and the memories that name exactly these."""
