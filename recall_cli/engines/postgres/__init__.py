"""The same store on PostgreSQL, for many users and many machines."""
