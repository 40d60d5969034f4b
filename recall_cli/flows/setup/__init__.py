"""What recall setup finds on a machine, and what recall uninstall can delete."""
