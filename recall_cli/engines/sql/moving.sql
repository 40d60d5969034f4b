-- projects_page --
-- The projects.
SELECT t.n, t.name, t.enabled, t.created_at
FROM project t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- projects_put --
-- A row of them.
INSERT INTO project (user, n, name, enabled, created_at)
VALUES (:user, :n, :name, :enabled, :created_at)

-- identities_page --
-- The marks by which folders are known as projects.
SELECT t.mark, t.project
FROM identity t WHERE t.user = :user AND t.mark > :first_key/* ::text */ ORDER BY t.mark LIMIT :limit

-- identities_put --
-- A row of them.
INSERT INTO identity (user, mark, project)
VALUES (:user, :mark, :project)

-- operations_page --
-- The operations.
SELECT t.n, t.kind, t.at, t.trust, t.agent, t.session, t.touched, t.note, t.undoes, t.came_as
FROM operation t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- moved_marks_page --
-- The marks that an operation moved to another project.
SELECT t.op, t.mark, t.origin, t.target
FROM moved_mark t WHERE t.user = :user AND (t.op, t.mark /* COLLATE "C" */) > (:first_key, :second_key/* ::text */) ORDER BY t.op, t.mark /* COLLATE "C" */ LIMIT :limit

-- moved_marks_put --
-- A row of them.
INSERT INTO moved_mark (user, op, mark, origin, target)
VALUES (:user, :op, :mark, :origin, :target)

-- memories_page --
-- The memories.
SELECT t.n, t.id, t.text, t.type, t.topic, t.project, t.importance, t.confidence, t.classification, t.shared, t.source,
  t.trust, t.agent, t.session, t.entity, t.attribute, t.value, t.qualifier, t.tags, t.created_at, t.updated_at,
  t.accessed_at, t.access_count, t.decay_score, t.usefulness, t.helpful, t.unhelpful, t.seen_count, t.seen_at,
  t.valid_from, t.valid_until, t.superseded_at, t.deleted_at, t.held, t.pinned, t.anchors, t.metadata, t.extracted_by,
  t.span, t.hash, t.fact, t.grams, t.born
FROM memory t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- changes_page --
-- What operations changed in memories.
SELECT t.op, t.memory, t.before, t.after
FROM change t JOIN operation o ON o.n = t.op WHERE o.user = :user AND (t.op, t.memory) > (:first_key, :second_key) ORDER BY t.op, t.memory LIMIT :limit

-- links_page --
-- The links between memories.
SELECT t.one, t.other, t.kind, t.weight, t.created_at, t.op
FROM link t WHERE t.user = :user AND (t.one, t.other) > (:first_key, :second_key) ORDER BY t.one, t.other LIMIT :limit

-- contests_page --
-- The contested facts.
SELECT t.n, t.project, t.fact, t.reason, t.opened_at, t.op
FROM contest t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- contests_put --
-- A row of them.
INSERT INTO contest (user, n, project, fact, reason, opened_at, op)
VALUES (:user, :n, :project, :fact, :reason, :opened_at, :op)

-- resolutions_page --
-- What settled contested facts.
SELECT t.n, t.project, t.fact, t.kind, t.at, t.answer, t.op
FROM resolution t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- resolutions_put --
-- A row of them.
INSERT INTO resolution (user, n, project, fact, kind, at, answer, op)
VALUES (:user, :n, :project, :fact, :kind, :at, :answer, :op)

-- update_questions_page --
-- Whether a newer memory made an older one outdated.
SELECT t.n, t.newer, t.older, t.reason, t.asked_at, t.op
FROM update_question t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- update_questions_put --
-- A row of them.
INSERT INTO update_question (user, n, newer, older, reason, asked_at, op)
VALUES (:user, :n, :newer/* ::bigint */, :older/* ::bigint */, :reason, :asked_at, :op)

-- update_answers_page --
-- The answers to these questions.
SELECT t.n, t.question, t.choice, t.is_proposal, t.agent, t.at, t.op
FROM update_answer t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- update_answers_put --
-- A row of them.
INSERT INTO update_answer (user, n, question, choice, is_proposal, agent, at, op)
VALUES (:user, :n, :question, :choice, :is_proposal, :agent, :at, :op)

-- jobs_page --
-- The jobs.
SELECT t.n, t.id, t.key, t.kind, t.state, t.payload, t.created_at, t.run_after, t.attempts, t.fence, t.lease_until,
  t.finished_at, t.result, t.error, t.op
FROM job t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- jobs_put --
-- A row of them.
INSERT INTO job (user, n, id, key, kind, state, payload, created_at, run_after, attempts, fence, lease_until, finished_at, result,
  error, op)
VALUES (:user, :n, :id, :key, :kind, :state, :payload, :created_at, :run_after, :attempts, :fence, :lease_until,
  :finished_at, :result, :error, :op)

-- spends_page --
-- What calls of a model cost.
SELECT t.n, t.at, t.model, t.outcome, t.tokens_in, t.tokens_out, t.usd
FROM spend t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- spends_put --
-- A row of them.
INSERT INTO spend (user, n, at, model, outcome, tokens_in, tokens_out, usd)
VALUES (:user, :n, :at, :model, :outcome, :tokens_in, :tokens_out, :usd)

-- shown_page --
-- Which memories were shown to agents.
SELECT t.memory, t.first, t.at, t.prints
FROM told t WHERE t.user = :user AND t.memory > :first_key ORDER BY t.memory LIMIT :limit

-- shown_put --
-- A row of them.
INSERT INTO told (user, memory, first, at, prints)
VALUES (:user, :memory, :first, :at, :prints)

-- shown_in_sessions_page --
-- Which memories each session was given.
SELECT t.session, t.memory, t.agent, t.at
FROM shown t WHERE t.user = :user AND (t.session /* COLLATE "C" */, t.memory) > (:first_key/* ::text */, :second_key) ORDER BY t.session /* COLLATE "C" */, t.memory LIMIT :limit

-- shown_in_sessions_put --
-- A row of them.
INSERT INTO shown (user, session, memory, agent, at)
VALUES (:user, :session, :memory, :agent, :at)

-- transcripts_page --
-- How far agents' session files were read.
SELECT t.path, t.agent, t.at, t.mark, t.read_at
FROM transcript t WHERE t.user = :user AND t.path /* COLLATE "C" */ > :first_key/* ::text */ ORDER BY t.path /* COLLATE "C" */ LIMIT :limit

-- transcripts_put --
-- A row of them.
INSERT INTO transcript (user, path, agent, at, mark, read_at)
VALUES (:user, :path, :agent, :at, :mark, :read_at)

-- turns_page --
-- Which turns of sessions were read.
SELECT t.turn, t.at
FROM heard t WHERE t.user = :user AND t.turn > :first_key ORDER BY t.turn LIMIT :limit

-- turns_put --
-- A row of them.
INSERT INTO heard (user, turn, at)
VALUES (:user, :turn, :at)

-- audit_rows_page --
-- The rows of the audit log.
SELECT t.n, t.at, t.name, t.op, t.inputs, t.outcome, t.duration_ms, t.tokens_in, t.tokens_out, t.usd, t.salt, t.seal,
  t.digest
FROM audit t WHERE coalesce(t.user, :user) = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- models_page --
-- The embedding models that were chosen.
SELECT t.op, t.model, t.name, t.folder, t.file
FROM embedding t WHERE t.user = :user AND t.op > :first_key ORDER BY t.op LIMIT :limit

-- models_put --
-- A row of them.
INSERT INTO embedding (user, op, model, name, folder, file)
VALUES (:user, :op, :model, :name, :folder, :file)

-- missing_vectors_page --
-- Which memories wait for their vectors of a model.
SELECT t.model, t.n
FROM vector_missing t WHERE t.user = :user AND (t.model /* COLLATE "C" */, t.n) > (:first_key/* ::text */, :second_key) ORDER BY t.model /* COLLATE "C" */, t.n LIMIT :limit

-- missing_vectors_put --
-- A row of them.
INSERT INTO vector_missing (user, model, n)
VALUES (:user, :model, :n)

-- questions_page --
-- The past questions.
SELECT t.n, t.at, t.agent, t.query, t.projects, t.times
FROM asked t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- questions_put --
-- A row of them.
INSERT INTO asked (user, n, at, agent, query, projects, times)
VALUES (:user, :n, :at, :agent, :query, :projects, :times)

-- tokens_page --
-- The tokens, of which only hashes are stored.
SELECT t.n, t.id, t.hash, t.name, t.agent, t.rights, t.clearance, t.topics, t.projects, t.per_minute, t.created_at,
  t.expires_at, t.used_at, t.revoked_at, t.op
FROM token t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- tokens_put --
-- A row of them.
INSERT INTO token (user, n, id, hash, name, agent, rights, clearance, topics, projects, per_minute, created_at, expires_at, used_at,
  revoked_at, op)
VALUES (:user, :n, :id, :hash/* ::bytea */, :name, :agent, :rights, :level, :its_topics, :projects, :per_minute, :created_at, :expires_at,
  :used_at, :revoked_at, :op)

-- tasks_page --
-- The tasks of other agents.
SELECT t.n, t.id, t.token, t.key, t.context, t.state, t.request, t.progress, t.created_at, t.updated_at, t.version,
  t.holder, t.lease_until
FROM task t WHERE t.user = :user AND t.n > :first_key ORDER BY t.n LIMIT :limit

-- tasks_put --
-- A row of them.
INSERT INTO task (user, n, id, token, key, context, state, request, progress, created_at, updated_at, version, holder, lease_until)
VALUES (:user, :n, :id, :token, :key, :context, :state, :request, :progress, :created_at, :updated_at, :version, :holder,
  :lease_until)

-- operation_ends_page --
-- The operations that were undone, or came with another one.
SELECT t.n, t.undone_by, t.came_with
FROM operation t WHERE t.user = :user AND t.n > :first_key AND (t.undone_by IS NOT NULL OR t.came_with IS NOT NULL)
ORDER BY t.n LIMIT :limit

-- operation_ends_put --
-- Set that for one of them, when all operations are there.
UPDATE operation SET undone_by = :undone_by, came_with = :came_with WHERE user = :user AND n = :n

-- memory_ends_page --
-- The memories that were superseded by another one.
SELECT t.n, t.superseded_by
FROM memory t WHERE t.user = :user AND t.n > :first_key AND t.superseded_by IS NOT NULL ORDER BY t.n LIMIT :limit

-- facts_put --
-- One of them.
INSERT INTO meta (/* user, */ key, value)
VALUES (/* :user, */ CASE WHEN :name = 'secret' THEN :name ELSE :name || '/' || :user END, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- counts --
-- Whether the user has anything in the store, and what was last done there.
SELECT (SELECT count(*) FROM memory m WHERE m.user = :user), (SELECT count(*) FROM operation o WHERE o.user = :user),
  (SELECT count(*) FROM project p WHERE p.user = :user), (SELECT coalesce(max(o.n), 0) FROM operation o WHERE o.user = :user)

-- forget_progress --
-- An unfinished move is over.
DELETE FROM meta WHERE /* user = :user AND */ key = 'move/' || :user
