-- add_new --
-- One of many new memories, whose id is known to be free.
INSERT INTO memory {{new_row}}

-- index_new --
-- Index all memories after a row at once; a trigger would make the index write for each row.
INSERT INTO memory_fts (rowid, text, tags, about, grams)
SELECT w.n, w.text, w.tags, w.about, w.grams FROM memory m CROSS JOIN memory_words w
WHERE m.user = :user AND m.n > :after AND w.n = m.n ORDER BY m.n
