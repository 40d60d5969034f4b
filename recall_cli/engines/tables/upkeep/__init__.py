"""Tables for maintenance: fading, erasing, scanning, backups and the health of the file."""
