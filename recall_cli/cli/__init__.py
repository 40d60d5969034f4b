"""The command line: parsing, commands, output and shell completion."""
