-- chosen --
-- The memories of a project, a topic, or both, in whatever state.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
ORDER BY m.n

-- wordings_of --
-- The other wordings of the memories of a JSON list, whatever their state: what was merged into them.
SELECT w.n FROM json_each(:numbers) j CROSS JOIN link l ON l.one = j.value CROSS JOIN memory w ON w.n = l.other
WHERE l.user = :user AND l.kind = 'merged' AND w.superseded_by = l.one

-- terms_from --
-- The words of the index that begin in the same way.
SELECT DISTINCT t.term FROM temp.word_place t WHERE :user IS NOT NULL AND t.term >= :start AND t.term < :end

-- memories_of_terms --
-- The memories that any of these words of the index is in.
SELECT DISTINCT m.n FROM json_each(:terms) v CROSS JOIN temp.word_place t CROSS JOIN memory m
WHERE t.term = v.value AND m.n = t.doc AND m.user = :user

-- holding_letters --
-- The memories that hold all of some words, even as parts of longer ones.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
  AND NOT EXISTS (SELECT 1 FROM json_each(:words) w
    WHERE instr(lower(concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.tags)), w.value) = 0)

-- past_texts --
-- Past texts of memories that may contain a word with this beginning.
SELECT c.memory, c.before || ' ' || c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE {{seen}} AND instr(lower(c.before || c.after), :start)

-- qualifiers --
-- In which case memories hold; these words are not in the index.
SELECT m.n, m.qualifier FROM memory m WHERE {{seen}} AND m.qualifier IS NOT NULL

-- is_said --
-- Whether a memory of any user that matches the query contains exactly one of these words.
SELECT 1 WHERE EXISTS (
  SELECT 1 FROM (SELECT concat_ws(' ', f.text, f.tags, f.about) AS said FROM memory_fts f
                 WHERE :user IS NOT NULL AND f.memory_fts MATCH :match LIMIT 50) s
  JOIN json_each(:words) w ON instr(lower(s.said), w.value))

-- waiting --
-- The jobs that would bring in what belongs to a project or a topic, with what they hold.
SELECT j.n, j.payload FROM job j WHERE j.user = :user AND j.payload <> ''
  AND (:project IS NULL OR j.payload ->> '$.place' = (SELECT p.name FROM project p WHERE p.user = :user AND p.n = :project)
    OR EXISTS (SELECT 1 FROM json_each(j.payload, '$.place.marks') k
               JOIN identity i ON i.user = :user AND i.mark = k.value AND i.project = :project))
  AND (:topic IS NULL OR j.payload ->> '$.said.topic' = :topic)

-- waiting_ids --
-- Which jobs wait.
SELECT id FROM job WHERE user = :user AND payload <> ''

-- waiting_texts --
-- What they hold.
SELECT n, id, payload FROM job WHERE user = :user AND payload <> ''

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

-- other_texts --
-- All texts of a user besides the indexed words of memories, each with its place.
SELECT 'project', p.name FROM project p WHERE p.user = :user
UNION ALL SELECT 'project', i.mark FROM identity i WHERE i.user = :user
UNION ALL SELECT DISTINCT 'memory', concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by) FROM memory m WHERE m.user = :user
UNION ALL SELECT 'history', concat_ws(' ', c.before, c.after) FROM change c JOIN memory m ON m.n = c.memory WHERE m.user = :user
UNION ALL SELECT DISTINCT 'log', concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session) FROM operation o WHERE o.user = :user
UNION ALL SELECT 'job', concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error) FROM job j WHERE j.user = :user
UNION ALL SELECT 'transcript', concat_ws(' ', t.path, t.agent, t.mark) FROM transcript t WHERE t.user = :user
UNION ALL SELECT 'question', concat_ws(' ', q.query, q.agent) FROM asked q WHERE q.user = :user
UNION ALL SELECT 'project', concat_ws(' ', k.mark) FROM moved_mark k WHERE k.user = :user
UNION ALL SELECT 'log', concat_ws(' ', s.session, s.agent) FROM shown s WHERE s.user = :user
UNION ALL SELECT 'memory', concat_ws(' ', c.fact, c.reason) FROM contest c WHERE c.user = :user
UNION ALL SELECT 'memory', concat_ws(' ', r.fact, r.kind) FROM resolution r WHERE r.user = :user
UNION ALL SELECT 'token', concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects) FROM token t WHERE t.user = :user
UNION ALL SELECT 'task', concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder) FROM task t WHERE t.user = :user
UNION ALL SELECT 'model', concat_ws(' ', e.model, e.name, e.folder, e.file) FROM embedding e WHERE e.user = :user
UNION ALL SELECT 'model', concat_ws(' ', s.model, s.outcome) FROM spend s WHERE s.user = :user

-- jobs --
-- Jobs of a JSON list.
DELETE FROM job WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

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
  progress = json_object('op', progress ->> '$.op', 'error', 'a memory of this task was erased')
WHERE user = :user AND EXISTS (
  SELECT 1 FROM memory m
  WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers)) AND instr(task.progress, m.id))

-- heirs --
-- Recorded changes of other memories must not name an erased one as superseding.
UPDATE change SET
  before = CASE WHEN before ->> '$.superseded_by' IN (SELECT value FROM json_each(:numbers))
    THEN json_set(before, '$.superseded_by', NULL) ELSE before END,
  after = CASE WHEN after ->> '$.superseded_by' IN (SELECT value FROM json_each(:numbers))
    THEN json_set(after, '$.superseded_by', NULL) ELSE after END
WHERE (instr(before, 'superseded_by') OR instr(after, 'superseded_by'))
  AND (before ->> '$.superseded_by' IN (SELECT value FROM json_each(:numbers))
    OR after ->> '$.superseded_by' IN (SELECT value FROM json_each(:numbers)))
  AND EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.n = change.memory)

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

-- pending --
-- Since when an erasure is not finished.
SELECT value FROM meta WHERE key = 'erasing' AND :user IS NOT NULL

-- finish --
-- It is, unless another one began meanwhile.
DELETE FROM meta WHERE key = 'erasing' AND value = :mark AND :user IS NOT NULL

-- every --
-- All memories of a user.
SELECT m.n FROM memory m WHERE m.user = :user ORDER BY m.n

-- project_gone --
-- What a project was recognised by, where nothing of it is left.
DELETE FROM identity WHERE user = :user AND project = :project
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = :project)

-- project_names --
-- The name of a project, and the names of projects merged into it.
SELECT p.name FROM project p WHERE p.user = :user AND (p.n = :project
  OR p.n IN (SELECT k.origin FROM moved_mark k WHERE k.user = :user AND k.target = :project))
UNION SELECT substr(i.mark, instr(i.mark, ':') + 1) FROM identity i
WHERE i.user = :user AND i.project = :project AND i.mark LIKE 'name:%'

-- project_origins --
-- The projects that became part of it.
SELECT DISTINCT k.origin FROM moved_mark k
WHERE k.user = :user AND k.target = :project AND k.origin <> :project
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.project = k.origin)

-- project_moves --
-- Also marks moved from it or to it.
DELETE FROM moved_mark WHERE user = :user AND (origin = :project OR target = :project)
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = :project)

-- project_gone_too --
-- And the project.
DELETE FROM project WHERE user = :user AND n = :project
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = :project)
  AND NOT EXISTS (SELECT 1 FROM contest c WHERE c.project = :project)
  AND NOT EXISTS (SELECT 1 FROM resolution r WHERE r.project = :project)

-- user_tasks --
-- Everything of a user, table by table.
DELETE FROM task WHERE user = :user

-- user_tokens --
-- Everything of a user, table by table.
DELETE FROM token WHERE user = :user

-- user_jobs --
-- Everything of a user, table by table.
DELETE FROM job WHERE user = :user

-- user_told --
-- Everything of a user, table by table.
DELETE FROM told WHERE user = :user

-- user_shown --
-- Everything of a user, table by table.
DELETE FROM shown WHERE user = :user

-- user_transcripts --
-- Everything of a user, table by table.
DELETE FROM transcript WHERE user = :user

-- user_turns --
-- Everything of a user, table by table.
DELETE FROM heard WHERE user = :user

-- user_questions --
-- Everything of a user, table by table.
DELETE FROM asked WHERE user = :user

-- user_models --
-- Everything of a user, table by table.
DELETE FROM embedding WHERE user = :user

-- user_missing --
-- Everything of a user, table by table.
DELETE FROM vector_missing WHERE user = :user

-- questions --
-- The past questions of all users, which may contain an erased word.
SELECT n, concat_ws(' ', query, agent, projects) FROM asked WHERE :user IS NOT NULL

-- forget_questions --
-- As if it had not been.
DELETE FROM asked WHERE :user IS NOT NULL AND n IN (SELECT value FROM json_each(:numbers))

-- notes --
-- The notes of all users' operations.
SELECT n, note FROM operation WHERE :user IS NOT NULL AND note IS NOT NULL

-- forget_notes --
-- Without it.
UPDATE operation SET note = NULL WHERE :user IS NOT NULL AND n IN (SELECT value FROM json_each(:numbers))

-- keys --
-- The idempotency keys and errors of jobs.
SELECT n, concat_ws(' ', key, error) FROM job WHERE :user IS NOT NULL AND coalesce(key, error) IS NOT NULL

-- forget_keys --
-- Without it.
UPDATE job SET key = NULL, error = NULL WHERE :user IS NOT NULL AND n IN (SELECT value FROM json_each(:numbers))

-- user_update_answers --
-- Everything of a user, table by table.
DELETE FROM update_answer WHERE user = :user

-- user_update_questions --
-- Everything of a user, table by table.
DELETE FROM update_question WHERE user = :user

-- user_contests --
-- Everything of a user, table by table.
DELETE FROM contest WHERE user = :user

-- user_resolutions --
-- Everything of a user, table by table.
DELETE FROM resolution WHERE user = :user

-- user_blocks --
-- Everything of a user, table by table.
DELETE FROM vector_block WHERE user = :user

-- user_shapes --
-- Everything of a user, table by table.
DELETE FROM vector_shape WHERE user = :user

-- user_moves --
-- Everything of a user, table by table.
DELETE FROM moved_mark WHERE user = :user

-- user_spend --
-- The user's calls to models.
DELETE FROM spend WHERE user = :user

-- user_marks --
-- Everything of a user, table by table.
DELETE FROM identity WHERE user = :user

-- user_projects --
-- Everything of a user, table by table.
DELETE FROM project WHERE user = :user

-- user_operations --
-- Everything of a user, table by table.
DELETE FROM operation WHERE user = :user

-- answers --
-- What finished jobs answered.
SELECT id, result FROM job WHERE user = :user AND result IS NOT NULL AND instr(lower(result), :start)

-- forget_answers --
-- Without the answer.
UPDATE job SET result = '{}' WHERE user = :user AND id IN (SELECT value FROM json_each(:keys))

-- sessions --
-- The names of sessions in memories, in the log, and in what sessions were shown.
SELECT m.session, m.session FROM memory m WHERE m.user = :user AND (:whole = 1 OR m.trust <> 'user') AND instr(lower(m.session), :start)
UNION SELECT o.session, o.session FROM operation o WHERE o.user = :user AND (:whole = 1 OR o.trust <> 'user') AND instr(lower(o.session), :start)
UNION SELECT s.session, s.session FROM shown s WHERE s.user = :user AND instr(lower(s.session), :start)

-- forget_sessions --
-- A memory without its session.
UPDATE memory SET session = NULL WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND session IN (SELECT value FROM json_each(:keys))

-- forget_logged_sessions --
-- A record of the log without its session.
UPDATE operation SET session = NULL WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND session IN (SELECT value FROM json_each(:keys))

-- forget_shown_sessions --
-- What was shown to a session.
DELETE FROM shown WHERE user = :user AND session IN (SELECT value FROM json_each(:keys))

-- agents --
-- The names of agents in memories, in the log, and in what sessions were shown.
SELECT m.agent, m.agent FROM memory m WHERE m.user = :user AND (:whole = 1 OR m.trust <> 'user') AND instr(lower(m.agent), :start)
UNION SELECT o.agent, o.agent FROM operation o WHERE o.user = :user AND (:whole = 1 OR o.trust <> 'user') AND instr(lower(o.agent), :start)
UNION SELECT s.agent, s.agent FROM shown s WHERE s.user = :user AND instr(lower(s.agent), :start)

-- forget_agents --
-- A memory of an agent without a name; it stays invisible to other agents.
UPDATE memory SET agent = 'erased' WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND agent IN (SELECT value FROM json_each(:keys))

-- forget_logged_agents --
-- A record of the log without the name of the agent.
UPDATE operation SET agent = 'erased' WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND agent IN (SELECT value FROM json_each(:keys))

-- forget_shown_agents --
-- What was shown to an agent.
DELETE FROM shown WHERE user = :user AND agent IN (SELECT value FROM json_each(:keys))

-- origins --
-- Where memories come from: anchors in files, the part of a text that was read, other data.
SELECT m.id, concat_ws(' ', m.anchors, m.span, m.metadata) FROM memory m
WHERE m.user = :user AND (:whole = 1 OR m.trust <> 'user') AND coalesce(m.anchors, m.span, m.metadata) IS NOT NULL
  AND instr(lower(concat_ws(' ', m.anchors, m.span, m.metadata)), :start)

-- forget_origins --
-- A memory without them.
UPDATE memory SET anchors = NULL, span = NULL, metadata = NULL
WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND id IN (SELECT value FROM json_each(:keys))

-- old_names --
-- Former names of projects.
SELECT i.mark, i.mark FROM identity i JOIN project p ON p.n = i.project
WHERE i.user = :user AND i.mark LIKE 'name:%' AND i.mark <> 'name:' || p.name AND instr(lower(i.mark), :start)
UNION SELECT k.mark, k.mark FROM moved_mark k WHERE k.user = :user AND instr(lower(k.mark), :start)
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.mark = k.mark AND i.mark NOT LIKE 'name:%')

-- forget_old_names --
-- The project is no longer found by a former name.
DELETE FROM identity WHERE user = :user AND mark LIKE 'name:%' AND mark IN (SELECT value FROM json_each(:keys))

-- forget_moved_marks --
-- That name was never moved to another project.
DELETE FROM moved_mark WHERE user = :user AND mark IN (SELECT value FROM json_each(:keys))

-- merged_projects --
-- Projects that became part of others: nothing belongs to them any more.
SELECT p.name, p.name FROM project p WHERE p.user = :user AND instr(lower(p.name), :start)
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = p.n)
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.project = p.n)

-- forget_merged_projects --
-- The project has a number and no name.
UPDATE project SET name = 'erased ' || n WHERE user = :user AND name IN (SELECT value FROM json_each(:keys))

-- session_files --
-- The session files that were read.
SELECT path, path FROM transcript WHERE user = :user AND instr(lower(path), :start)

-- forget_session_files --
-- It was never read.
DELETE FROM transcript WHERE user = :user AND path IN (SELECT value FROM json_each(:keys))

-- copies --
-- The copies of the store.
SELECT path, path FROM backup WHERE :user IS NOT NULL AND instr(lower(path), :start)

-- forget_copies --
-- There is no such copy.
DELETE FROM backup WHERE :user IS NOT NULL AND path IN (SELECT value FROM json_each(:keys))

-- old_tokens --
-- Tokens that open nothing any more.
SELECT id, concat_ws(' ', name, agent, topics, projects) FROM token WHERE user = :user AND revoked_at IS NOT NULL AND :whole = 1

-- forget_old_tokens --
-- The token without its names.
UPDATE token SET name = 'erased', agent = 'erased', topics = NULL, projects = NULL
WHERE user = :user AND id IN (SELECT value FROM json_each(:keys))

-- old_tasks --
-- Tasks that are over.
SELECT id, concat_ws(' ', key, context, request, progress, holder) FROM task
WHERE user = :user AND state NOT IN ('submitted', 'working', 'input-required')

-- forget_old_tasks --
-- There was no such task.
DELETE FROM task WHERE user = :user AND id IN (SELECT value FROM json_each(:keys))

-- briefs --
-- The briefs that are ready for the next session.
SELECT key, value FROM meta WHERE key > 'brief/' AND key < 'brief0' AND :user IS NOT NULL AND instr(lower(value), :start)

-- forget_briefs --
-- They are made again.
DELETE FROM meta WHERE :user IS NOT NULL AND key IN (SELECT value FROM json_each(:keys))
