"""Places: addresses of repositories, changed code, the crontab, and pausing hooks."""
