-- size --
-- About how many memories the index holds.
SELECT coalesce(max(n), 0) FROM memory WHERE :user IS NOT NULL

-- counts --
-- In how many memories each term of a JSON list is: known for common ones, counted in the index for the others.
SELECT v.value, coalesce(
  (SELECT c.memories FROM common_term c WHERE c.term = v.value),
  (SELECT t.doc FROM memory_term t WHERE t.term = v.value), 0)
FROM json_each(:terms) v WHERE :user IS NOT NULL

-- stems --
-- Stems that begin with a letter and have about one length.
SELECT t.term FROM memory_term t WHERE :user IS NOT NULL AND t.term >= :low AND t.term < :high
  AND length(t.term) BETWEEN :shortest AND :longest LIMIT :limit

-- counts_apart --
-- The same separately: as the index counts it, and the stored count if the word is common.
SELECT v.value, coalesce((SELECT t.doc FROM memory_term t WHERE t.term = v.value AND c.memories IS NULL), 0), c.memories
FROM json_each(:terms) v LEFT JOIN common_term c ON c.term = v.value WHERE :user IS NOT NULL

-- words --
-- The best matches by words among the believed memories; the other wordings (w) of one lead to it.
SELECT m.n, -f.rank, w.n <> m.n FROM memory_fts f CROSS JOIN memory w ON w.n = f.rowid
CROSS JOIN memory m ON m.n = CASE WHEN w.superseded_at IS NULL THEN w.n ELSE {{reworded}} END
WHERE f.memory_fts MATCH :match AND {{seen}} AND {{present}} AND {{wanted}}
  AND w.user = :user AND w.classification <= :clearance AND w.deleted_at IS NULL AND w.held IS NULL
ORDER BY f.rank LIMIT :limit

-- own_words --
-- The same among what the user stated.
SELECT m.n FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND m.trust = 'user' AND {{seen}} AND {{present}} AND {{wanted}}
ORDER BY f.rank LIMIT :limit

-- words_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT m.n, -f.rank FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n NOT IN (SELECT value FROM json_each(:except))
ORDER BY f.rank LIMIT :limit

-- holding --
-- A few live memories of one project that hold all of some words.
SELECT m.n FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND {{seen}} AND m.project IS NOT DISTINCT FROM :project AND {{present}}
LIMIT :limit

-- revisable --
-- The believed memories of one project, or of none, that share words with a new text, the best matches first.
SELECT m.n FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND f.rowid > :after AND {{seen}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL AND (m.valid_until IS NULL OR m.valid_until > :now)
ORDER BY f.rank LIMIT :limit

-- newest_holder --
-- The memory with a word that so many newer ones with it follow.
SELECT f.rowid FROM memory_fts f WHERE :user IS NOT NULL AND :stem <> '' AND f.memory_fts MATCH :match
ORDER BY f.rowid DESC LIMIT 1 OFFSET :offset

-- holding_before --
-- The same up to a row.
SELECT m.n FROM memory_fts f JOIN memory m ON m.n = f.rowid
WHERE f.memory_fts MATCH :match AND f.rowid <= :last AND {{seen}} AND m.project IS NOT DISTINCT FROM :project AND {{present}}
LIMIT :limit

-- past_table --
-- An index of past wordings, for this connection alone.
CREATE VIRTUAL TABLE IF NOT EXISTS temp.past USING fts5 (
  text, tags, about, grams, tokenize = 'porter unicode61 remove_diacritics 2'
)

-- past_clear --
-- Empty it.
DELETE FROM temp.past WHERE :user IS NOT NULL

-- past_add --
-- A wording that a memory once had.
INSERT INTO temp.past (rowid, text, tags, about, grams) SELECT :n, :text, :tags, :about, :grams WHERE :user IS NOT NULL

-- past_words --
-- The best among past wordings.
SELECT rowid, -bm25(past, 1.0, 0.6, 0.8, 1.0) FROM temp.past WHERE :user IS NOT NULL AND past MATCH :match
ORDER BY 2 DESC LIMIT :limit

-- rebuild --
-- Rebuild the index from the memories.
INSERT INTO memory_fts (memory_fts) SELECT 'rebuild' WHERE :user IS NOT NULL

-- rebuild_rest --
-- The same after many memories were erased.
INSERT INTO memory_fts (memory_fts) SELECT 'rebuild' WHERE :user IS NOT NULL

-- common --
-- Terms in more than one memory in a hundred, counted once so that no search has to.
SELECT term, doc FROM memory_term WHERE :user IS NOT NULL AND doc > :least

-- keep_common --
-- The counts of a JSON list, but for terms that have been erased since they were counted.
INSERT INTO common_term (term, memories)
SELECT j.value ->> 0, j.value ->> 1 FROM json_each(:counts) j
WHERE :user IS NOT NULL AND EXISTS (SELECT 1 FROM temp.word_place t WHERE t.term = j.value ->> 0)

-- gather --
-- Begin to merge the pieces of the index, a number of pages at a time.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'merge', -:pages WHERE :user IS NOT NULL

-- merge --
-- Go on with that; nothing is written any more once it is one piece.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'merge', :pages WHERE :user IS NOT NULL

-- pieces --
-- How many pieces of one size the index may have before they are merged.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'automerge', :most WHERE :user IS NOT NULL

-- write --
-- What the index holds in memory becomes a piece of it now.
INSERT INTO memory_fts (memory_fts) SELECT 'flush' WHERE :user IS NOT NULL
