"""Machines of one person that synchronise over git."""
