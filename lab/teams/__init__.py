"""Both engines side by side: many users at once, one large user, erasing and moving."""
