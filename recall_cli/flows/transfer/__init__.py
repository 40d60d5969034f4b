"""Moving memories in and out: import, export, backups, encryption."""
