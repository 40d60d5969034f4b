"""Places: repositories, changed code, schedules and hooks at rest."""
