"""Commands that read memories."""
