"""What a new statement says has changed, and which older memories it may have made outdated."""
