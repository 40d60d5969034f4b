"""The commands, one file each, grouped as the help groups them."""
