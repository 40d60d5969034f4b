-- The store, whole: every later migration adds to this one.

CREATE TABLE migration (
  version INTEGER PRIMARY KEY,
  applied_at INTEGER NOT NULL,
  recall TEXT NOT NULL
);

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value NOT NULL
) WITHOUT ROWID;

-- Known to this store alone: it marks what an agent is told, so that no text can imitate the mark.
INSERT INTO meta (key, value) VALUES ('secret', lower(hex(randomblob(16))));

CREATE TABLE project (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  UNIQUE (user, name)
);

-- What a project is recognised by: a git remote, a root commit, a folder. Several may name one project.
CREATE TABLE identity (
  user TEXT NOT NULL,
  mark TEXT NOT NULL,
  project INTEGER NOT NULL REFERENCES project (n),
  PRIMARY KEY (user, mark)
) WITHOUT ROWID;

-- One row a write: who, when, what kind; `change` has what it did, so that it can be taken back.
CREATE TABLE operation (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  trust TEXT NOT NULL,
  agent TEXT,
  session TEXT,
  touched INTEGER NOT NULL DEFAULT 0,
  note TEXT,
  undoes INTEGER REFERENCES operation (n),
  undone_by INTEGER REFERENCES operation (n)
);
CREATE INDEX operation_at ON operation (at);

-- Which marks an operation moved from one project to another.
CREATE TABLE moved_mark (
  op INTEGER NOT NULL REFERENCES operation (n),
  user TEXT NOT NULL,
  mark TEXT NOT NULL,
  origin INTEGER NOT NULL REFERENCES project (n),
  target INTEGER NOT NULL REFERENCES project (n),
  PRIMARY KEY (op, mark)
) WITHOUT ROWID;

CREATE TABLE memory (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  text TEXT NOT NULL,
  type TEXT NOT NULL,
  topic TEXT,
  project INTEGER REFERENCES project (n),
  importance REAL NOT NULL,
  confidence REAL NOT NULL,
  classification INTEGER NOT NULL,
  shared INTEGER NOT NULL,
  source TEXT NOT NULL,
  trust TEXT NOT NULL,
  agent TEXT,
  session TEXT,
  entity TEXT,
  attribute TEXT,
  value TEXT,
  qualifier TEXT,
  tags TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  accessed_at INTEGER,
  access_count INTEGER NOT NULL DEFAULT 0,
  decay_score REAL NOT NULL DEFAULT 1,
  usefulness REAL NOT NULL DEFAULT 0.5,
  helpful INTEGER NOT NULL DEFAULT 0,
  unhelpful INTEGER NOT NULL DEFAULT 0,
  seen_count INTEGER NOT NULL DEFAULT 1,
  seen_at INTEGER,
  valid_from INTEGER,
  valid_until INTEGER,
  superseded_by INTEGER REFERENCES memory (n),
  superseded_at INTEGER,
  deleted_at INTEGER,
  held TEXT,
  pinned INTEGER NOT NULL DEFAULT 0,
  anchors TEXT,
  metadata TEXT,
  extracted_by TEXT NOT NULL,
  span TEXT,
  hash INTEGER NOT NULL,
  fact TEXT,
  grams TEXT,
  born INTEGER NOT NULL REFERENCES operation (n)
);
CREATE INDEX memory_live ON memory (user, created_at, project)
  WHERE deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
CREATE INDEX memory_standing ON memory (user, project, type, importance)
  WHERE deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL
    AND type IN ('preference', 'decision', 'correction', 'pattern');
CREATE INDEX memory_hash ON memory (hash);
CREATE INDEX memory_born ON memory (born);
CREATE INDEX memory_fact ON memory (user, fact) WHERE fact IS NOT NULL;
CREATE INDEX memory_session ON memory (session) WHERE session IS NOT NULL;
CREATE INDEX memory_agent ON memory (user, agent) WHERE agent IS NOT NULL;
CREATE INDEX memory_bounded ON memory (valid_until, valid_from) WHERE valid_until IS NOT NULL OR valid_from IS NOT NULL;
CREATE INDEX memory_superseded ON memory (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_deleted ON memory (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX memory_pinned ON memory (user, project) WHERE pinned;
CREATE INDEX memory_held ON memory (user, created_at) WHERE held IS NOT NULL;

-- What an operation changed in a memory that was already there: column by column, before and after.
CREATE TABLE change (
  op INTEGER NOT NULL REFERENCES operation (n),
  memory INTEGER NOT NULL REFERENCES memory (n),
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (op, memory)
) WITHOUT ROWID;
CREATE INDEX change_memory ON change (memory);

CREATE TABLE link (
  user TEXT NOT NULL,
  one INTEGER NOT NULL REFERENCES memory (n),
  other INTEGER NOT NULL REFERENCES memory (n),
  kind TEXT NOT NULL,
  weight REAL NOT NULL,
  created_at INTEGER NOT NULL,
  op INTEGER NOT NULL REFERENCES operation (n),
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX link_other ON link (other);
CREATE INDEX link_op ON link (op);

-- A fact that recall no longer decides by itself.
CREATE TABLE contest (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  project INTEGER REFERENCES project (n),
  fact TEXT NOT NULL,
  reason TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  op INTEGER NOT NULL REFERENCES operation (n)
);
CREATE INDEX contest_fact ON contest (user, fact);

-- How its user settled a fact: one value, one for each context, or many; it stands as long as its operation and answer.
CREATE TABLE resolution (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  project INTEGER REFERENCES project (n),
  fact TEXT NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  answer INTEGER NOT NULL REFERENCES memory (n),
  op INTEGER NOT NULL REFERENCES operation (n)
);
CREATE INDEX resolution_fact ON resolution (user, fact);
CREATE INDEX resolution_answer ON resolution (answer);

CREATE TABLE job (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  key TEXT,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  run_after INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  fence INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  finished_at INTEGER,
  result TEXT,
  error TEXT,
  op INTEGER REFERENCES operation (n)
);
CREATE UNIQUE INDEX job_key ON job (user, key) WHERE key IS NOT NULL;
CREATE INDEX job_waiting ON job (state, run_after) WHERE finished_at IS NULL;

-- What was asked of a model, and what it cost: the dearest it can be until the answer is there.
CREATE TABLE spend (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  at INTEGER NOT NULL,
  model TEXT NOT NULL,
  outcome TEXT NOT NULL,
  tokens_in INTEGER NOT NULL DEFAULT 0,
  tokens_out INTEGER NOT NULL DEFAULT 0,
  usd REAL NOT NULL
);
CREATE INDEX spend_at ON spend (user, at);

-- What recall told an agent, memory by memory: when first and last; and, once it says something else, what it said then,
-- as hashes of its words, to know an echo by.
CREATE TABLE told (
  user TEXT NOT NULL,
  memory INTEGER NOT NULL REFERENCES memory (n),
  first INTEGER NOT NULL,
  at INTEGER NOT NULL,
  prints BLOB NOT NULL,
  PRIMARY KEY (user, memory)
) WITHOUT ROWID;
CREATE INDEX told_at ON told (user, at);

-- How far each session file of an agent's has been read, and what stood just before.
CREATE TABLE transcript (
  user TEXT NOT NULL,
  path TEXT NOT NULL,
  agent TEXT NOT NULL,
  at INTEGER NOT NULL,
  mark TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (user, path)
) WITHOUT ROWID;

-- Every turn that was read, as a number: a copied or rewritten session file is not read for the same turns again.
CREATE TABLE heard (
  user TEXT NOT NULL,
  turn INTEGER NOT NULL,
  PRIMARY KEY (user, turn)
) WITHOUT ROWID;

-- The tamper-evident record: each row's digest covers the row before it. Who and what are covered through their seal,
-- so that both can be forgotten (with the salt) and the chain still holds.
CREATE TABLE audit (
  n INTEGER PRIMARY KEY,
  user TEXT,
  at INTEGER NOT NULL,
  name TEXT NOT NULL,
  op INTEGER NOT NULL,
  inputs TEXT,
  outcome TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  usd REAL NOT NULL,
  salt TEXT,
  seal TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE INDEX audit_op ON audit (op);

-- Copies of this file that recall wrote, and where: the words of an erased memory may still be there.
CREATE TABLE backup (
  path TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  by TEXT NOT NULL
) WITHOUT ROWID;

-- Every vector once, exactly, by the model that made it.
CREATE TABLE vector (
  n INTEGER NOT NULL REFERENCES memory (n),
  model TEXT NOT NULL,
  user TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (n, model)
) WITHOUT ROWID;

-- The same vectors coarsely, many to a row, for the first look; the latest wait outside.
CREATE TABLE vector_block (
  block INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  model TEXT NOT NULL,
  size INTEGER NOT NULL,
  numbers BLOB NOT NULL,
  planes BLOB NOT NULL
);
CREATE INDEX vector_block_of ON vector_block (user, model, block, size);

-- What the coarse copies of one model leave out, since all vectors have it in common.
CREATE TABLE vector_shape (
  user TEXT NOT NULL,
  model TEXT NOT NULL,
  usual BLOB NOT NULL,
  spread BLOB NOT NULL,
  PRIMARY KEY (user, model)
) WITHOUT ROWID;

CREATE TABLE vector_waiting (
  user TEXT NOT NULL,
  model TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (user, model, n)
) WITHOUT ROWID;

-- Which model was chosen by which operation, and where it lies; an empty folder is the table that ships.
CREATE TABLE embedding (
  op INTEGER PRIMARY KEY REFERENCES operation (n),
  user TEXT NOT NULL,
  model TEXT NOT NULL,
  name TEXT,
  folder TEXT NOT NULL,
  file TEXT NOT NULL
);

-- Memories that wait for their vector of a full model.
CREATE TABLE vector_missing (
  user TEXT NOT NULL,
  model TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (user, model, n)
) WITHOUT ROWID;

-- What was asked, without secrets and only so many of the newest: other rankings are tried on them.
CREATE TABLE asked (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  at INTEGER NOT NULL,
  agent TEXT,
  query TEXT NOT NULL,
  projects TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  UNIQUE (user, query, projects)
);

-- What is searched by words: the text, its tags, what it is about, and pairs of letters where a script has no spaces.
CREATE VIEW memory_words (n, text, tags, about, grams) AS
SELECT n, text, tags, coalesce(topic || ' ', '') || coalesce(entity || ' ', '') || coalesce(attribute || ' ', '') || coalesce(value, ''), grams FROM memory;

CREATE VIRTUAL TABLE memory_fts USING fts5 (
  text, tags, about, grams,
  content = 'memory_words', content_rowid = 'n',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO memory_fts (memory_fts, rank) VALUES ('rank', 'bm25(1.0, 0.6, 0.8, 1.0)');

-- How many memories hold a word, straight from the index.
CREATE VIRTUAL TABLE memory_term USING fts5vocab (memory_fts, row);

-- The same for words in many memories, where counting would take long; refreshed now and then.
CREATE TABLE common_term (
  term TEXT PRIMARY KEY,
  memories INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER memory_added AFTER INSERT ON memory BEGIN
  INSERT INTO memory_fts (rowid, text, tags, about, grams)
  VALUES (new.n, new.text, new.tags, coalesce(new.topic || ' ', '') || coalesce(new.entity || ' ', '') || coalesce(new.attribute || ' ', '') || coalesce(new.value, ''), new.grams);
END;

CREATE TRIGGER memory_removed AFTER DELETE ON memory BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, text, tags, about, grams)
  VALUES ('delete', old.n, old.text, old.tags, coalesce(old.topic || ' ', '') || coalesce(old.entity || ' ', '') || coalesce(old.attribute || ' ', '') || coalesce(old.value, ''), old.grams);
END;

CREATE TRIGGER memory_reworded AFTER UPDATE OF text, tags, topic, entity, attribute, value, grams ON memory
WHEN old.text IS NOT new.text OR old.tags IS NOT new.tags OR old.topic IS NOT new.topic OR old.entity IS NOT new.entity
  OR old.attribute IS NOT new.attribute OR old.value IS NOT new.value OR old.grams IS NOT new.grams
BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, text, tags, about, grams)
  VALUES ('delete', old.n, old.text, old.tags, coalesce(old.topic || ' ', '') || coalesce(old.entity || ' ', '') || coalesce(old.attribute || ' ', '') || coalesce(old.value, ''), old.grams);
  INSERT INTO memory_fts (rowid, text, tags, about, grams)
  VALUES (new.n, new.text, new.tags, coalesce(new.topic || ' ', '') || coalesce(new.entity || ' ', '') || coalesce(new.attribute || ' ', '') || coalesce(new.value, ''), new.grams);
END;
