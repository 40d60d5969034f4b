"""What an agent is shown at the moment of need: at prompts, commands, errors, files and questions."""
