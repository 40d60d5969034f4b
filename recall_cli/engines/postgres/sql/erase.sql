-- chosen --
-- The memories of a project, a topic, or both, in whatever state.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
ORDER BY m.n

-- wordings_of --
-- The other wordings of the memories of a JSON list, whatever their state: what was merged into them.
SELECT w.n FROM unnest(numbers(:numbers)) WITH ORDINALITY j (value, key) JOIN link l ON l.one = j.value JOIN memory w ON w.n = l.other
WHERE l.tenant_id = :user AND l.kind = 'merged' AND w.superseded_by = l.one
ORDER BY j.key, w.n

-- terms_from --
-- The words of the index that begin in the same way.
SELECT DISTINCT w.stem FROM word w WHERE w.tenant_id = :user AND w.stem >= :start AND w.stem < :end

-- memories_of_terms --
-- The memories that any of these words of the index is in.
SELECT DISTINCT w.n FROM word w WHERE w.tenant_id = :user AND w.stem = ANY (strings(:terms))

-- holding_letters --
-- The memories that hold all of some words, even as parts of longer ones.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
  AND NOT EXISTS (SELECT 1 FROM unnest(strings(:words)) w (value)
    WHERE strpos(lower(concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.tags) COLLATE "C"), w.value) = 0)

-- past_texts --
-- Past texts of memories that may contain a word with this beginning.
SELECT c.memory, c.before || ' ' || c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE {{seen}} AND strpos(lower((c.before || c.after) COLLATE "C"), :start) > 0

-- qualifiers --
-- In which case memories hold; these words are not in the index.
SELECT m.n, m.qualifier FROM memory m WHERE {{seen}} AND m.qualifier IS NOT NULL

-- is_said --
-- Whether a memory of this tenant that matches the query contains exactly one of these words.
SELECT 1 WHERE EXISTS (
  SELECT 1 FROM memory m JOIN unnest(strings(:words)) w (value)
    ON strpos(lower(concat_ws(' ', m.text, m.tags, m.topic, m.entity, m.attribute, m.value) COLLATE "C"), w.value) > 0
  WHERE m.tenant_id = :user AND m.n = ANY (ARRAY(SELECT matching(:match))))

-- waiting --
-- The jobs that would bring in what belongs to a project or a topic, with what they hold.
SELECT j.n, j.payload FROM job j WHERE j.tenant_id = :user AND j.payload <> ''
  AND (:project IS NULL OR j.payload::jsonb ->> 'place' = (SELECT p.name FROM project p WHERE p.tenant_id = :user AND p.n = :project)
    OR EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.project = :project
               AND j.payload::jsonb #> '{place,marks}' ? i.mark))
  AND (:topic IS NULL OR j.payload::jsonb #>> '{said,topic}' = :topic)

-- waiting_ids --
-- Which jobs wait.
SELECT id FROM job WHERE tenant_id = :user AND payload <> ''

-- waiting_texts --
-- What they hold.
SELECT n, id, payload FROM job WHERE tenant_id = :user AND payload <> ''

-- words --
-- Everything that memories say, for looking whether it is gone afterwards; and their texts alone.
SELECT m.n, m.id, m.trust, m.text, concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.qualifier, m.tags, m.span, m.anchors, m.metadata,
  (SELECT string_agg(CASE WHEN v.key LIKE 'tags.%' THEN substr(v.key, 6) || ' ' ELSE '' END || coalesce(v.value, ''), ' ')
   FROM change c, unnest(ARRAY[c.before, c.after]) side (text), jsonb_each_text(side.text::jsonb) v WHERE c.memory = m.n))
FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers))

-- places --
-- The index of words is a table already.
SELECT 1 WHERE :user IS NULL

-- page_keys --
-- The index of words has no keys of pages.
SELECT 1 WHERE :user IS NULL

-- still_said --
-- Which stems of a JSON list the index of words still knows.
SELECT v.value FROM unnest(strings(:stems)) v (value) CROSS JOIN LATERAL (
  SELECT 1 FROM word w WHERE w.tenant_id = :user AND w.stem = left(v.value, 200) ORDER BY w.n DESC LIMIT 1) w

-- elsewhere --
-- Where else a word remains, in other rows.
SELECT 'project' WHERE EXISTS (SELECT 1 FROM project p WHERE p.tenant_id = :user AND strpos(lower(concat_ws(' ', p.name) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND strpos(lower(concat_ws(' ', i.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND strpos(lower(concat_ws(' ', m.text, m.tags, m.topic, m.entity, m.attribute, m.value, m.grams) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND strpos(lower(concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'history' WHERE EXISTS (SELECT 1 FROM change c WHERE c.tenant_id = :user AND strpos(lower(concat_ws(' ', c.before, c.after) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM operation o WHERE o.tenant_id = :user AND strpos(lower(concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'job' WHERE EXISTS (SELECT 1 FROM job j WHERE j.tenant_id = :user AND strpos(lower(concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'recall' WHERE EXISTS (SELECT 1 FROM meta k WHERE k.tenant_id = :user AND strpos(lower(concat_ws(' ', k.key, k.value) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'transcript' WHERE EXISTS (SELECT 1 FROM transcript t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.path, t.agent, t.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'question' WHERE EXISTS (SELECT 1 FROM asked q WHERE q.tenant_id = :user AND strpos(lower(concat_ws(' ', q.query, q.agent) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'copy' WHERE EXISTS (SELECT 1 FROM backup b WHERE b.tenant_id = :user AND strpos(lower(concat_ws(' ', b.path) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM moved_mark k WHERE k.tenant_id = :user AND strpos(lower(concat_ws(' ', k.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM shown s WHERE s.tenant_id = :user AND strpos(lower(concat_ws(' ', s.session, s.agent) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM contest c WHERE c.tenant_id = :user AND strpos(lower(concat_ws(' ', c.fact, c.reason) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM resolution r WHERE r.tenant_id = :user AND strpos(lower(concat_ws(' ', r.fact, r.kind) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'token' WHERE EXISTS (SELECT 1 FROM token t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'task' WHERE EXISTS (SELECT 1 FROM task t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM embedding e WHERE e.tenant_id = :user AND strpos(lower(concat_ws(' ', e.model, e.name, e.folder, e.file) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM spend s WHERE s.tenant_id = :user AND strpos(lower(concat_ws(' ', s.model, s.outcome) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'user' WHERE strpos(lower(:user COLLATE "C"), :word) > 0

-- other_texts --
-- All texts of a user besides the indexed words of memories, each with its place.
SELECT 'project', p.name FROM project p WHERE p.tenant_id = :user
UNION ALL SELECT 'project', i.mark FROM identity i WHERE i.tenant_id = :user
UNION ALL SELECT DISTINCT 'memory', concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by) FROM memory m WHERE m.tenant_id = :user
UNION ALL SELECT 'history', concat_ws(' ', c.before, c.after) FROM change c WHERE c.tenant_id = :user
UNION ALL SELECT DISTINCT 'log', concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session) FROM operation o WHERE o.tenant_id = :user
UNION ALL SELECT 'job', concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error) FROM job j WHERE j.tenant_id = :user
UNION ALL SELECT 'recall', concat_ws(' ', k.key, k.value) FROM meta k WHERE k.tenant_id = :user
UNION ALL SELECT 'transcript', concat_ws(' ', t.path, t.agent, t.mark) FROM transcript t WHERE t.tenant_id = :user
UNION ALL SELECT 'question', concat_ws(' ', q.query, q.agent) FROM asked q WHERE q.tenant_id = :user
UNION ALL SELECT 'copy', b.path FROM backup b WHERE b.tenant_id = :user
UNION ALL SELECT 'project', concat_ws(' ', k.mark) FROM moved_mark k WHERE k.tenant_id = :user
UNION ALL SELECT 'log', concat_ws(' ', s.session, s.agent) FROM shown s WHERE s.tenant_id = :user
UNION ALL SELECT 'memory', concat_ws(' ', c.fact, c.reason) FROM contest c WHERE c.tenant_id = :user
UNION ALL SELECT 'memory', concat_ws(' ', r.fact, r.kind) FROM resolution r WHERE r.tenant_id = :user
UNION ALL SELECT 'token', concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects) FROM token t WHERE t.tenant_id = :user
UNION ALL SELECT 'task', concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder) FROM task t WHERE t.tenant_id = :user
UNION ALL SELECT 'model', concat_ws(' ', e.model, e.name, e.folder, e.file) FROM embedding e WHERE e.tenant_id = :user
UNION ALL SELECT 'model', concat_ws(' ', s.model, s.outcome) FROM spend s WHERE s.tenant_id = :user

-- jobs --
-- Jobs of a JSON list.
DELETE FROM job WHERE tenant_id = :user AND n = ANY (numbers(:numbers))

-- results --
-- What finished jobs remember of memories that go.
UPDATE job SET result = (jsonb_set(result::jsonb, '{memories}', '[]') - 'digest')::text,
  key = CASE WHEN key LIKE 'text:%' THEN NULL ELSE key END
WHERE tenant_id = :user AND result IS NOT NULL AND EXISTS (
  SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers)) AND result::jsonb -> 'memories' ? m.id)

-- tasks --
-- What tasks remember of memories that go; one that is not over cannot go on without them.
UPDATE task SET version = version + 1,
  state = CASE WHEN state IN ('submitted', 'working', 'input-required') THEN 'failed' ELSE state END,
  progress = json_build_object('op', progress::json -> 'op', 'error', 'a memory of this task was erased')::text
WHERE tenant_id = :user AND EXISTS (
  SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers)) AND strpos(task.progress, m.id) > 0)

-- heirs --
-- Recorded changes of other memories must not name an erased one as superseding.
UPDATE change SET
  before = CASE WHEN (before::jsonb ->> 'superseded_by')::bigint = ANY (numbers(:numbers))
    THEN json_put(before, 'superseded_by', 'null') ELSE before END,
  after = CASE WHEN (after::jsonb ->> 'superseded_by')::bigint = ANY (numbers(:numbers))
    THEN json_put(after, 'superseded_by', 'null') ELSE after END
WHERE tenant_id = :user AND (strpos(before, 'superseded_by') > 0 OR strpos(after, 'superseded_by') > 0)
  AND ((before::jsonb ->> 'superseded_by')::bigint = ANY (numbers(:numbers))
    OR (after::jsonb ->> 'superseded_by')::bigint = ANY (numbers(:numbers)))

-- loosely --
-- Removed words leave the index with their rows.
SELECT 1 WHERE :user IS NULL

-- strictly --
-- Removed words leave the index with their rows.
SELECT 1 WHERE :user IS NULL

-- terms --
-- Remove the counts of words that no memory contains.
DELETE FROM common_term WHERE tenant_id = :user
  AND (SELECT w.n FROM word w WHERE w.tenant_id = :user AND w.stem = common_term.term ORDER BY w.n DESC LIMIT 1) IS NULL

-- begin --
-- Note that the server may keep erased words until it is cleaned; each erasure has its own mark.
INSERT INTO meta (tenant_id, key, value) VALUES (:user, 'erasing', :now::text)
ON CONFLICT (tenant_id, key) DO UPDATE SET value = greatest(:now, meta.value::bigint + 1)::text RETURNING value

-- pending --
-- Since when an erasure is not finished.
SELECT value FROM meta WHERE tenant_id = :user AND key = 'erasing'

-- finish --
-- It is, unless another one began meanwhile.
DELETE FROM meta WHERE tenant_id = :user AND key = 'erasing' AND value = :mark::text

-- every --
-- All memories of a user.
SELECT m.n FROM memory m WHERE m.tenant_id = :user ORDER BY m.n

-- project_gone --
-- What a project was recognised by, where nothing of it is left.
DELETE FROM identity WHERE tenant_id = :user AND project = :project
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.project = :project)

-- project_names --
-- The name of a project, and the names of projects merged into it.
SELECT p.name FROM project p WHERE p.tenant_id = :user AND (p.n = :project
  OR p.n IN (SELECT k.origin FROM moved_mark k WHERE k.tenant_id = :user AND k.target = :project))
UNION SELECT substr(i.mark, strpos(i.mark, ':') + 1) FROM identity i
WHERE i.tenant_id = :user AND i.project = :project AND i.mark LIKE 'name:%'

-- project_origins --
-- The projects that became part of it.
SELECT DISTINCT k.origin FROM moved_mark k
WHERE k.tenant_id = :user AND k.target = :project AND k.origin <> :project
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.project = k.origin)

-- project_moves --
-- Also marks moved from it or to it.
DELETE FROM moved_mark WHERE tenant_id = :user AND (origin = :project OR target = :project)
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.project = :project)

-- project_gone_too --
-- And the project.
DELETE FROM project WHERE tenant_id = :user AND n = :project
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.project = :project)
  AND NOT EXISTS (SELECT 1 FROM contest c WHERE c.project = :project)
  AND NOT EXISTS (SELECT 1 FROM resolution r WHERE r.project = :project)

-- user_tasks --
-- Everything of a user, table by table.
DELETE FROM task WHERE tenant_id = :user

-- user_tokens --
-- Everything of a user, table by table.
DELETE FROM token WHERE tenant_id = :user

-- user_jobs --
-- Everything of a user, table by table.
DELETE FROM job WHERE tenant_id = :user

-- user_told --
-- Everything of a user, table by table.
DELETE FROM told WHERE tenant_id = :user

-- user_shown --
-- Everything of a user, table by table.
DELETE FROM shown WHERE tenant_id = :user

-- user_transcripts --
-- Everything of a user, table by table.
DELETE FROM transcript WHERE tenant_id = :user

-- user_turns --
-- Everything of a user, table by table.
DELETE FROM heard WHERE tenant_id = :user

-- user_questions --
-- Everything of a user, table by table.
DELETE FROM asked WHERE tenant_id = :user

-- user_models --
-- Everything of a user, table by table.
DELETE FROM embedding WHERE tenant_id = :user

-- user_missing --
-- Everything of a user, table by table.
DELETE FROM vector_missing WHERE tenant_id = :user

-- questions --
-- The past questions, which may contain an erased word.
SELECT n, concat_ws(' ', query, agent, projects) FROM asked WHERE tenant_id = :user

-- forget_questions --
-- As if it had not been.
DELETE FROM asked WHERE tenant_id = :user AND n = ANY (numbers(:numbers))

-- notes --
-- The notes of operations.
SELECT n, note FROM operation WHERE tenant_id = :user AND note IS NOT NULL

-- forget_notes --
-- Without it.
UPDATE operation SET note = NULL WHERE tenant_id = :user AND n = ANY (numbers(:numbers))

-- keys --
-- The idempotency keys and errors of jobs.
SELECT n, concat_ws(' ', key, error) FROM job WHERE tenant_id = :user AND coalesce(key, error) IS NOT NULL

-- forget_keys --
-- Without it.
UPDATE job SET key = NULL, error = NULL WHERE tenant_id = :user AND n = ANY (numbers(:numbers))

-- user_update_answers --
-- Everything of a user, table by table.
DELETE FROM update_answer WHERE tenant_id = :user

-- user_update_questions --
-- Everything of a user, table by table.
DELETE FROM update_question WHERE tenant_id = :user

-- user_contests --
-- Everything of a user, table by table.
DELETE FROM contest WHERE tenant_id = :user

-- user_resolutions --
-- Everything of a user, table by table.
DELETE FROM resolution WHERE tenant_id = :user

-- user_blocks --
-- There are no blocks of vectors here.
SELECT 1 WHERE :user IS NULL

-- user_shapes --
-- There are no blocks of vectors here.
SELECT 1 WHERE :user IS NULL

-- user_moves --
-- Everything of a user, table by table.
DELETE FROM moved_mark WHERE tenant_id = :user

-- user_spend --
-- The user's calls to models.
DELETE FROM spend WHERE tenant_id = :user

-- user_marks --
-- Everything of a user, table by table.
DELETE FROM identity WHERE tenant_id = :user

-- user_projects --
-- Everything of a user, table by table.
DELETE FROM project WHERE tenant_id = :user

-- user_operations --
-- Everything of a user, table by table.
DELETE FROM operation WHERE tenant_id = :user

-- answers --
-- What finished jobs answered.
SELECT id, result FROM job WHERE tenant_id = :user AND result IS NOT NULL AND strpos(lower(result COLLATE "C"), :start) > 0

-- forget_answers --
-- Without the answer.
UPDATE job SET result = '{}' WHERE tenant_id = :user AND id = ANY (strings(:keys))

-- sessions --
-- The names of sessions in memories, in the log, and in what sessions were shown.
SELECT m.session, m.session FROM memory m WHERE m.tenant_id = :user AND (:whole::integer = 1 OR m.trust <> 'user') AND strpos(lower(m.session COLLATE "C"), :start) > 0
UNION SELECT o.session, o.session FROM operation o WHERE o.tenant_id = :user AND (:whole::integer = 1 OR o.trust <> 'user') AND strpos(lower(o.session COLLATE "C"), :start) > 0
UNION SELECT s.session, s.session FROM shown s WHERE s.tenant_id = :user AND strpos(lower(s.session COLLATE "C"), :start) > 0

-- forget_sessions --
-- A memory without its session.
UPDATE memory SET session = NULL WHERE tenant_id = :user AND (:whole::integer = 1 OR trust <> 'user') AND session = ANY (strings(:keys))

-- forget_logged_sessions --
-- A record of the log without its session.
UPDATE operation SET session = NULL WHERE tenant_id = :user AND (:whole::integer = 1 OR trust <> 'user') AND session = ANY (strings(:keys))

-- forget_shown_sessions --
-- What was shown to a session.
DELETE FROM shown WHERE tenant_id = :user AND session = ANY (strings(:keys))

-- agents --
-- The names of agents in memories, in the log, and in what sessions were shown.
SELECT m.agent, m.agent FROM memory m WHERE m.tenant_id = :user AND (:whole::integer = 1 OR m.trust <> 'user') AND strpos(lower(m.agent COLLATE "C"), :start) > 0
UNION SELECT o.agent, o.agent FROM operation o WHERE o.tenant_id = :user AND (:whole::integer = 1 OR o.trust <> 'user') AND strpos(lower(o.agent COLLATE "C"), :start) > 0
UNION SELECT s.agent, s.agent FROM shown s WHERE s.tenant_id = :user AND strpos(lower(s.agent COLLATE "C"), :start) > 0

-- forget_agents --
-- A memory of an agent without a name; it stays invisible to other agents.
UPDATE memory SET agent = 'erased' WHERE tenant_id = :user AND (:whole::integer = 1 OR trust <> 'user') AND agent = ANY (strings(:keys))

-- forget_logged_agents --
-- A record of the log without the name of the agent.
UPDATE operation SET agent = 'erased' WHERE tenant_id = :user AND (:whole::integer = 1 OR trust <> 'user') AND agent = ANY (strings(:keys))

-- forget_shown_agents --
-- What was shown to an agent.
DELETE FROM shown WHERE tenant_id = :user AND agent = ANY (strings(:keys))

-- origins --
-- Where memories come from: anchors in files, the part of a text that was read, other data.
SELECT m.id, concat_ws(' ', m.anchors, m.span, m.metadata) FROM memory m
WHERE m.tenant_id = :user AND (:whole::integer = 1 OR m.trust <> 'user') AND coalesce(m.anchors, m.span, m.metadata) IS NOT NULL
  AND strpos(lower(concat_ws(' ', m.anchors, m.span, m.metadata) COLLATE "C"), :start) > 0

-- forget_origins --
-- A memory without them.
UPDATE memory SET anchors = NULL, span = NULL, metadata = NULL
WHERE tenant_id = :user AND (:whole::integer = 1 OR trust <> 'user') AND id = ANY (strings(:keys))

-- old_names --
-- Former names of projects.
SELECT i.mark, i.mark FROM identity i JOIN project p ON p.n = i.project
WHERE i.tenant_id = :user AND i.mark LIKE 'name:%' AND i.mark <> 'name:' || p.name AND strpos(lower(i.mark COLLATE "C"), :start) > 0
UNION SELECT k.mark, k.mark FROM moved_mark k WHERE k.tenant_id = :user AND strpos(lower(k.mark COLLATE "C"), :start) > 0
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.mark = k.mark AND i.mark NOT LIKE 'name:%')

-- forget_old_names --
-- The project is no longer found by a former name.
DELETE FROM identity WHERE tenant_id = :user AND mark LIKE 'name:%' AND mark = ANY (strings(:keys))

-- forget_moved_marks --
-- That name was never moved to another project.
DELETE FROM moved_mark WHERE tenant_id = :user AND mark = ANY (strings(:keys))

-- merged_projects --
-- Projects that became part of others: nothing belongs to them any more.
SELECT p.name, p.name FROM project p WHERE p.tenant_id = :user AND strpos(lower(p.name COLLATE "C"), :start) > 0
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.project = p.n)
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.project = p.n)

-- forget_merged_projects --
-- The project has a number and no name.
UPDATE project SET name = 'erased ' || n WHERE tenant_id = :user AND name = ANY (strings(:keys))

-- session_files --
-- The session files that were read.
SELECT path, path FROM transcript WHERE tenant_id = :user AND strpos(lower(path COLLATE "C"), :start) > 0

-- forget_session_files --
-- It was never read.
DELETE FROM transcript WHERE tenant_id = :user AND path = ANY (strings(:keys))

-- copies --
-- The copies of the store.
SELECT path, path FROM backup WHERE tenant_id = :user AND strpos(lower(path COLLATE "C"), :start) > 0

-- forget_copies --
-- There is no such copy.
DELETE FROM backup WHERE tenant_id = :user AND path = ANY (strings(:keys))

-- old_tokens --
-- Tokens that open nothing any more.
SELECT id, concat_ws(' ', name, agent, topics, projects) FROM token WHERE tenant_id = :user AND revoked_at IS NOT NULL AND :whole::integer = 1

-- forget_old_tokens --
-- The token without its names.
UPDATE token SET name = 'erased', agent = 'erased', topics = NULL, projects = NULL
WHERE tenant_id = :user AND id = ANY (strings(:keys))

-- old_tasks --
-- Tasks that are over.
SELECT id, concat_ws(' ', key, context, request, progress, holder) FROM task
WHERE tenant_id = :user AND state NOT IN ('submitted', 'working', 'input-required')

-- forget_old_tasks --
-- There was no such task.
DELETE FROM task WHERE tenant_id = :user AND id = ANY (strings(:keys))

-- briefs --
-- The briefs that are ready for the next session.
SELECT key, value FROM meta WHERE tenant_id = :user AND key > 'brief/' AND key < 'brief0' AND strpos(lower(value COLLATE "C"), :start) > 0

-- forget_briefs --
-- They are made again.
DELETE FROM meta WHERE tenant_id = :user AND key = ANY (strings(:keys))
