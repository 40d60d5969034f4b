"""What people see in a terminal: lines, tables, pages and progress."""
