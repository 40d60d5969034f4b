-- terms_from --
-- The words of the index that begin in the same way.
SELECT DISTINCT t.term FROM temp.word_place t WHERE :user IS NOT NULL AND t.term >= :start AND t.term < :end

-- memories_of_terms --
-- The memories that any of these words of the index is in.
SELECT DISTINCT m.n FROM json_each(:terms) v CROSS JOIN temp.word_place t CROSS JOIN memory m
WHERE t.term = v.value AND m.n = t.doc AND m.user = :user

-- is_said --
-- Whether a memory of any user that matches the query contains exactly one of these words.
SELECT 1 WHERE EXISTS (
  SELECT 1 FROM (SELECT concat_ws(' ', f.text, f.tags, f.about) AS said FROM memory_fts f
                 WHERE :user IS NOT NULL AND f.memory_fts MATCH :match LIMIT 50) s
  JOIN json_each(:words) w ON instr(lower(s.said), w.value))

-- waiting --
-- The jobs that would bring in what belongs to a project or a topic, with what they hold.
SELECT j.n, j.payload FROM job j WHERE j.user = :user AND j.payload <> ''
  AND (:project IS NULL OR j.payload ->> 'place' = (SELECT p.name FROM project p WHERE p.user = :user AND p.n = :project)
    OR EXISTS (SELECT 1 FROM json_each(j.payload, '$.place.marks') k
               JOIN identity i ON i.user = :user AND i.mark = k.value AND i.project = :project))
  AND (:topic IS NULL OR j.payload ->> '$.said.topic' = :topic)

-- words --
-- Everything that memories say, for looking whether it is gone afterwards; and their texts alone.
SELECT m.n, m.id, m.trust, m.text, concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.qualifier, m.tags, m.span, m.anchors, m.metadata,
  (SELECT group_concat(iif(v.key GLOB 'tags.*', substr(v.key, 6) || ' ', '') || coalesce(v.value, ''), ' ') FROM change c, json_each(json_array(c.before, c.after)) side, json_each(side.value) v WHERE c.memory = m.n))
FROM memory m WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers))

-- places --
-- Every place of every word, one after the other: whether there is any is known at the first, where counting reads all.
CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_place USING fts5vocab (main, memory_fts, instance)

-- page_keys --
-- By which words the pages of the index are found, piece by piece in their order.
SELECT segid, term, pgno FROM memory_fts_idx WHERE :user IS NOT NULL ORDER BY segid, term

-- living_from --
-- The first word that the index still knows, at or after some bytes.
SELECT t.term FROM temp.word_place t WHERE :user IS NOT NULL AND t.term >= CAST(:start AS TEXT) LIMIT 1

-- page_is_there --
-- Is there such a page of the index? A piece that is being merged into another loses its first pages, and keeps their keys.
SELECT 1 FROM memory_fts_data WHERE id = (:segment << 37) + :page AND :user IS NOT NULL

-- key_of_page --
-- By which word a page is found.
SELECT term FROM memory_fts_idx WHERE segid = :segment AND pgno = :page AND :user IS NOT NULL

-- set_page_key --
-- It is found by another.
UPDATE memory_fts_idx SET term = :new WHERE segid = :segment AND term = :key AND :user IS NOT NULL

-- drop_page_key --
-- It is gone, and so is its key.
DELETE FROM memory_fts_idx WHERE segid = :segment AND term = :key AND :user IS NOT NULL

-- still_said --
-- Which stems of a JSON list the index of words still knows.
SELECT v.value FROM json_each(:stems) v
WHERE :user IS NOT NULL AND EXISTS (SELECT 1 FROM temp.word_place t WHERE t.term = v.value)

-- elsewhere --
-- Where else a word remains, in other rows.
SELECT 'project' WHERE EXISTS (SELECT 1 FROM project p WHERE instr(lower(p.name), :word) AND :user IS NOT NULL)
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM identity i WHERE instr(lower(i.mark), :word))
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory_words w WHERE :user IS NOT NULL AND instr(lower(concat_ws(' ', w.text, w.tags, w.about, w.grams)), :word))
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND instr(lower(concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by)), :word))
UNION ALL SELECT 'history' WHERE EXISTS (SELECT 1 FROM change c WHERE instr(lower(c.before || c.after), :word))
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM operation o WHERE instr(lower(concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session)), :word))
UNION ALL SELECT 'job' WHERE EXISTS (SELECT 1 FROM job j WHERE instr(lower(concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error)), :word))
UNION ALL SELECT 'recall' WHERE EXISTS (SELECT 1 FROM sqlite_schema s WHERE instr(lower(s.sql), :word))
UNION ALL SELECT 'recall' WHERE EXISTS (SELECT 1 FROM meta k WHERE k.key NOT GLOB 'brief/*' AND instr(lower(k.key || ' ' || k.value), :word))
UNION ALL SELECT 'transcript' WHERE EXISTS (SELECT 1 FROM transcript t WHERE instr(lower(t.path || ' ' || t.agent || ' ' || t.mark), :word))
UNION ALL SELECT 'question' WHERE EXISTS (SELECT 1 FROM asked q WHERE instr(lower(concat_ws(' ', q.query, q.agent, q.projects)), :word))
UNION ALL SELECT 'copy' WHERE EXISTS (SELECT 1 FROM backup b WHERE instr(lower(b.path), :word))
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM moved_mark k WHERE instr(lower(k.mark), :word))
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM shown s WHERE instr(lower(concat_ws(' ', s.session, s.agent)), :word))
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM contest c WHERE instr(lower(concat_ws(' ', c.fact, c.reason)), :word))
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM resolution r WHERE instr(lower(concat_ws(' ', r.fact, r.kind)), :word))
UNION ALL SELECT 'token' WHERE EXISTS (SELECT 1 FROM token t WHERE instr(lower(concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects)), :word))
UNION ALL SELECT 'task' WHERE EXISTS (SELECT 1 FROM task t WHERE instr(lower(concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder)), :word))
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM embedding e WHERE instr(lower(concat_ws(' ', e.model, e.name, e.folder, e.file)), :word))
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM spend s WHERE instr(lower(concat_ws(' ', s.model, s.outcome)), :word))
UNION ALL SELECT 'user' WHERE instr(lower(:user), :word)

-- results --
-- What finished jobs remember of memories that go.
UPDATE job SET result = json_remove(json_set(result, '$.memories', json('[]')), '$.digest'),
  key = CASE WHEN key LIKE 'text:%' THEN NULL ELSE key END
WHERE user = :user AND EXISTS (
  SELECT 1 FROM json_each(job.result, '$.memories') k WHERE k.value IN (
    SELECT m.id FROM memory m WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers))))

-- tasks --
-- What tasks remember of memories that go; one that is not over cannot go on without them.
UPDATE task SET version = version + 1,
  state = CASE WHEN state IN ('submitted', 'working', 'input-required') THEN 'failed' ELSE state END,
  progress = json_object('op', progress ->> 'op', 'error', 'a memory of this task was erased')
WHERE user = :user AND EXISTS (
  SELECT 1 FROM memory m
  WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers)) AND instr(task.progress, m.id))

-- loosely --
-- For many rows: do not remove their words from the index, because it will be rebuilt.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'secure-delete', 0 WHERE :user IS NOT NULL

-- strictly --
-- From now on again.
INSERT INTO memory_fts (memory_fts, rank) SELECT 'secure-delete', 1 WHERE :user IS NOT NULL

-- terms --
-- Remove the counts of words that no memory contains.
DELETE FROM common_term WHERE :user IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM temp.word_place t WHERE t.term = common_term.term)

-- begin --
-- Note that the file may contain erased words until it is cleaned; each erasure has its own mark.
INSERT INTO meta (key, value) SELECT 'erasing', :now WHERE :user IS NOT NULL
ON CONFLICT (key) DO UPDATE SET value = max(:now, value + 1) RETURNING value

-- user_blocks --
-- Everything of a user, table by table.
DELETE FROM vector_block WHERE user = :user

-- user_shapes --
-- Everything of a user, table by table.
DELETE FROM vector_shape WHERE user = :user

-- has_team_spaces --
-- A file has no team spaces.
SELECT 1 WHERE :user IS NULL

-- user_team_spaces --
-- A file has no team spaces.
SELECT 1 WHERE :user IS NULL
