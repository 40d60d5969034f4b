"""recall share and recall team: memories that the people of one repository share over git."""
