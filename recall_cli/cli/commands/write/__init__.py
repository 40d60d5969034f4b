"""Commands that write memories."""
