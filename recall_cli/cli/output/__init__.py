"""Output: plain lines, terminal screens, Markdown and progress bars."""
