"""recall sync: a person's machines exchange memories over a git remote."""
