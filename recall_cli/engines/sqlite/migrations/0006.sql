-- The contests between two texts, which are links of their own kind: all of them are read with each answer.

CREATE INDEX link_contest ON link (user, one, other) WHERE kind = 'contests';

-- What a client of the server may do. Of a token only the SHA-256 is stored.
CREATE TABLE token (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  hash BLOB NOT NULL,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  agent TEXT NOT NULL,
  rights TEXT NOT NULL,
  clearance INTEGER,
  topics TEXT,
  projects TEXT,
  per_minute INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  used_at INTEGER,
  revoked_at INTEGER,
  op INTEGER NOT NULL REFERENCES operation (n)
);

-- What another agent asked for over A2A. Memories stand here by their ids alone, never with their words.
CREATE TABLE task (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  token INTEGER NOT NULL REFERENCES token (n),
  key TEXT,
  context TEXT NOT NULL,
  state TEXT NOT NULL,
  request TEXT NOT NULL,
  progress TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  lease_until INTEGER
);
