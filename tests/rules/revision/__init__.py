"""Whether a new statement ends an older one."""
