"""Where memories are shared: remotes, keys and team spaces."""
