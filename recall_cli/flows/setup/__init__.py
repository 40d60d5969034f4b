"""What recall setup finds on a machine or makes on a server, and what recall setup --remove can delete."""
