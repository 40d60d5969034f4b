"""The page that shows memories in time: what is in it, and how it is put together."""
