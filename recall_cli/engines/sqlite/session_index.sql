-- schema --
-- The index keeps the words of each turn without the turn: a result is read again from the client's own file.
CREATE TABLE IF NOT EXISTS file (
  n INTEGER PRIMARY KEY, path TEXT NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL, marks TEXT NOT NULL,
  size INTEGER NOT NULL DEFAULT -1, changed INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL DEFAULT 0, mark TEXT NOT NULL DEFAULT '', gone_at INTEGER, UNIQUE (path, session));
CREATE TABLE IF NOT EXISTS turn (
  n INTEGER PRIMARY KEY, file INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, speaker TEXT NOT NULL, at INTEGER);
CREATE INDEX IF NOT EXISTS turn_file ON turn (file, id);
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS turn_words USING fts5 (
  words, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2')

-- files --
-- Every file that was read, and how far.
SELECT n, path, session, agent, marks, size, changed, at, mark, gone_at FROM file

-- add_file --
-- A session in a file; its number.
INSERT INTO file (path, session, agent, marks) VALUES (:path, :session, :agent, :marks)
ON CONFLICT (path, session) DO UPDATE SET agent = :agent, marks = :marks, gone_at = NULL RETURNING n

-- advance --
-- How far a file was read, and its size and time then.
UPDATE file SET size = :size, changed = :changed, at = :at, mark = :mark, gone_at = NULL WHERE n = :n

-- set_gone --
-- A file was found missing.
UPDATE file SET gone_at = coalesce(gone_at, :now) WHERE n = :n

-- remove_words --
-- The words of a file's turns.
DELETE FROM turn_words WHERE rowid IN (SELECT t.n FROM turn t WHERE t.file = :file AND (:id = '' OR t.id = :id))

-- remove_turns --
-- The turns of a file: all, or those of an id.
DELETE FROM turn WHERE file = :file AND (:id = '' OR id = :id)

-- remove_file --
-- A file that is not searched any more.
DELETE FROM file WHERE n = :n

-- add_turn --
-- A turn of a file.
INSERT INTO turn (file, place, id, speaker, at) VALUES (:file, :place, :id, :speaker, :at) RETURNING n

-- add_words --
-- The words of a turn.
INSERT INTO turn_words (rowid, words) VALUES (:n, :words)

-- state --
-- A number of the index: until when nothing is read, when it was brought up to date.
SELECT value FROM state WHERE name = :name

-- set_state --
-- Change it.
INSERT INTO state (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value

-- count --
-- How many turns and files there are.
SELECT (SELECT count(*) FROM turn), (SELECT count(*) FROM file)

-- search --
-- The turns that match best, with their files.
SELECT t.place, t.id, t.speaker, t.at, f.path, f.session, f.agent, f.marks, -bm25(turn_words) AS score
FROM turn_words JOIN turn t ON t.n = turn_words.rowid JOIN file f ON f.n = t.file
WHERE turn_words MATCH :match AND (:agent IS NULL OR f.agent = :agent)
  AND (:since IS NULL OR t.at >= :since) AND (:until IS NULL OR t.at < :until)
ORDER BY bm25(turn_words), t.n DESC LIMIT :limit
