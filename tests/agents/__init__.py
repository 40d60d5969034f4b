"""The agents that recall knows: their settings, their messages, and the programs themselves."""
