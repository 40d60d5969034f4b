-- chosen --
-- The memories of a project, a topic, or both, in whatever state.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
ORDER BY m.n

-- wordings_of --
-- The other wordings of the memories of a JSON list, whatever their state: what was merged into them.
SELECT w.n FROM json_each(:numbers) j CROSS JOIN link l ON l.one = j.value CROSS JOIN memory w ON w.n = l.other
WHERE l.user = :user AND l.kind = 'merged' AND w.superseded_by = l.one /* ORDER BY j.key, w.n */

-- holding_letters --
-- The memories that hold all of some words, even as parts of longer ones.
SELECT m.n FROM memory m
WHERE {{seen}} AND (:project IS NULL OR m.project = :project) AND (:topic IS NULL OR m.topic = :topic)
  AND NOT EXISTS (SELECT 1 FROM json_each(:words) w
    WHERE instr(lower(concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.tags) /* COLLATE "C" */), w.value) = 0)

-- past_texts --
-- Past texts of memories that may contain a word with this beginning.
SELECT c.memory, c.before || ' ' || c.after FROM change c JOIN memory m ON m.n = c.memory
WHERE {{seen}} AND instr(lower((c.before || c.after) /* COLLATE "C" */), :start) > 0

-- qualifiers --
-- In which case memories hold; these words are not in the index.
SELECT m.n, m.qualifier FROM memory m WHERE {{seen}} AND m.qualifier IS NOT NULL

-- waiting_ids --
-- Which jobs wait.
SELECT id FROM job WHERE user = :user AND payload <> ''

-- waiting_texts --
-- What they hold.
SELECT n, id, payload FROM job WHERE user = :user AND payload <> ''

-- jobs --
-- Jobs of a JSON list.
DELETE FROM job WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

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

-- questions --
-- The past questions of all users of a file, which may contain an erased word.
SELECT n, concat_ws(' ', query, agent, projects) FROM asked WHERE :user IS NOT NULL

-- forget_questions --
-- As if it had not been.
DELETE FROM asked WHERE :user IS NOT NULL AND n IN (SELECT value FROM json_each(:numbers))

-- notes --
-- The notes of the operations of all users of a file.
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

-- answers --
-- What finished jobs answered.
SELECT id, result FROM job WHERE user = :user AND result IS NOT NULL AND instr(lower(result /* COLLATE "C" */), :start) > 0

-- forget_answers --
-- Without the answer.
UPDATE job SET result = '{}' WHERE user = :user AND id IN (SELECT value FROM json_each(:keys))

-- sessions --
-- The names of sessions in memories, in the log, and in what sessions were shown.
SELECT m.session, m.session FROM memory m WHERE m.user = :user AND (:whole = 1 OR m.trust <> 'user') AND instr(lower(m.session /* COLLATE "C" */), :start) > 0
UNION SELECT o.session, o.session FROM operation o WHERE o.user = :user AND (:whole = 1 OR o.trust <> 'user') AND instr(lower(o.session /* COLLATE "C" */), :start) > 0
UNION SELECT s.session, s.session FROM shown s WHERE s.user = :user AND instr(lower(s.session /* COLLATE "C" */), :start) > 0

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
SELECT m.agent, m.agent FROM memory m WHERE m.user = :user AND (:whole = 1 OR m.trust <> 'user') AND instr(lower(m.agent /* COLLATE "C" */), :start) > 0
UNION SELECT o.agent, o.agent FROM operation o WHERE o.user = :user AND (:whole = 1 OR o.trust <> 'user') AND instr(lower(o.agent /* COLLATE "C" */), :start) > 0
UNION SELECT s.agent, s.agent FROM shown s WHERE s.user = :user AND instr(lower(s.agent /* COLLATE "C" */), :start) > 0

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
  AND instr(lower(concat_ws(' ', m.anchors, m.span, m.metadata) /* COLLATE "C" */), :start) > 0

-- forget_origins --
-- A memory without them.
UPDATE memory SET anchors = NULL, span = NULL, metadata = NULL
WHERE user = :user AND (:whole = 1 OR trust <> 'user') AND id IN (SELECT value FROM json_each(:keys))

-- old_names --
-- Former names of projects.
SELECT i.mark, i.mark FROM identity i JOIN project p ON p.n = i.project
WHERE i.user = :user AND i.mark LIKE 'name:%' AND i.mark <> 'name:' || p.name AND instr(lower(i.mark /* COLLATE "C" */), :start) > 0
UNION SELECT k.mark, k.mark FROM moved_mark k WHERE k.user = :user AND instr(lower(k.mark /* COLLATE "C" */), :start) > 0
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.mark = k.mark AND i.mark NOT LIKE 'name:%')

-- forget_old_names --
-- The project is no longer found by a former name.
DELETE FROM identity WHERE user = :user AND mark LIKE 'name:%' AND mark IN (SELECT value FROM json_each(:keys))

-- forget_moved_marks --
-- That name was never moved to another project.
DELETE FROM moved_mark WHERE user = :user AND mark IN (SELECT value FROM json_each(:keys))

-- merged_projects --
-- Projects that became part of others: nothing belongs to them any more.
SELECT p.name, p.name FROM project p WHERE p.user = :user AND instr(lower(p.name /* COLLATE "C" */), :start) > 0
  AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = p.n)
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.project = p.n)

-- forget_merged_projects --
-- The project has a number and no name.
UPDATE project SET name = 'erased ' || n WHERE user = :user AND name IN (SELECT value FROM json_each(:keys))

-- session_files --
-- The session files that were read.
SELECT path, path FROM transcript WHERE user = :user AND instr(lower(path /* COLLATE "C" */), :start) > 0

-- forget_session_files --
-- It was never read.
DELETE FROM transcript WHERE user = :user AND path IN (SELECT value FROM json_each(:keys))

-- copies --
-- The copies of the store.
SELECT path, path FROM backup WHERE :user IS NOT NULL AND instr(lower(path /* COLLATE "C" */), :start) > 0

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
SELECT key, value FROM meta WHERE key > 'brief/' AND key < 'brief0' AND :user IS NOT NULL AND instr(lower(value /* COLLATE "C" */), :start) > 0

-- forget_briefs --
-- They are made again.
DELETE FROM meta WHERE :user IS NOT NULL AND key IN (SELECT value FROM json_each(:keys))

-- other_texts --
-- All texts of a user besides the indexed words of memories, each with its place.
SELECT 'project', p.name FROM project p WHERE p.user = :user
UNION ALL SELECT 'project', i.mark FROM identity i WHERE i.user = :user
UNION ALL SELECT DISTINCT 'memory', concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by) FROM memory m WHERE m.user = :user
UNION ALL SELECT 'history', concat_ws(' ', c.before, c.after) FROM change c JOIN memory m ON m.n = c.memory WHERE m.user = :user
UNION ALL SELECT DISTINCT 'log', concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session) FROM operation o WHERE o.user = :user
UNION ALL SELECT 'job', concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error) FROM job j WHERE j.user = :user
/* UNION ALL SELECT 'recall', concat_ws(' ', k.key, k.value) FROM meta k WHERE k.user = :user */
UNION ALL SELECT 'transcript', concat_ws(' ', t.path, t.agent, t.mark) FROM transcript t WHERE t.user = :user
UNION ALL SELECT 'question', concat_ws(' ', q.query, q.agent) FROM asked q WHERE q.user = :user
/* UNION ALL SELECT 'copy', b.path FROM backup b WHERE b.user = :user */
UNION ALL SELECT 'project', concat_ws(' ', k.mark) FROM moved_mark k WHERE k.user = :user
UNION ALL SELECT 'log', concat_ws(' ', s.session, s.agent) FROM shown s WHERE s.user = :user
UNION ALL SELECT 'memory', concat_ws(' ', c.fact, c.reason) FROM contest c WHERE c.user = :user
UNION ALL SELECT 'memory', concat_ws(' ', r.fact, r.kind) FROM resolution r WHERE r.user = :user
UNION ALL SELECT 'token', concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects) FROM token t WHERE t.user = :user
UNION ALL SELECT 'task', concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder) FROM task t WHERE t.user = :user
UNION ALL SELECT 'model', concat_ws(' ', e.model, e.name, e.folder, e.file) FROM embedding e WHERE e.user = :user
UNION ALL SELECT 'model', concat_ws(' ', s.model, s.outcome) FROM spend s WHERE s.user = :user

-- heirs --
-- Recorded changes of other memories must not name an erased one as superseding.
UPDATE change SET
  before = CASE WHEN CAST(before ->> 'superseded_by' AS bigint) IN (SELECT value FROM json_each(:numbers))
    THEN json_set(before, '$.superseded_by', NULL) ELSE before END,
  after = CASE WHEN CAST(after ->> 'superseded_by' AS bigint) IN (SELECT value FROM json_each(:numbers))
    THEN json_set(after, '$.superseded_by', NULL) ELSE after END
WHERE /* user = :user AND */ (instr(before, 'superseded_by') > 0 OR instr(after, 'superseded_by') > 0)
  AND (CAST(before ->> 'superseded_by' AS bigint) IN (SELECT value FROM json_each(:numbers))
    OR CAST(after ->> 'superseded_by' AS bigint) IN (SELECT value FROM json_each(:numbers)))
  AND EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.n = change.memory)
