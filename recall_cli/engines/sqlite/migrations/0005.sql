-- What a brief needs of a store that agents have filled: the user's own words, and what is anchored to files.

CREATE INDEX memory_own ON memory (user, project, importance)
  WHERE trust = 'user' AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
CREATE INDEX memory_anchored ON memory (user, project)
  WHERE anchors IS NOT NULL AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
