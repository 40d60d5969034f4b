"""Git repositories, read as files: recall never starts git, so nothing that a repository names is ever run.

Whatever is read has a limit, and only regular files inside the repository's own folder are opened.
"""
