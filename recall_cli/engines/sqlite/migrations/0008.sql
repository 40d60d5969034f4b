-- Which memories each session of an agent was given, and when last: `recall told` shows them.
CREATE TABLE shown (
  user TEXT NOT NULL,
  session TEXT NOT NULL,
  memory INTEGER NOT NULL REFERENCES memory (n),
  agent TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (user, session, memory)
) WITHOUT ROWID;
CREATE INDEX shown_memory ON shown (memory);
