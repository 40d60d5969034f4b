-- operations_put --
-- A row of them.
INSERT INTO operation (user, n, kind, at, trust, agent, session, touched, note, undoes, came_as)
VALUES (:user, :n, :kind, :at, :trust, :agent, :session, :touched, :note, :undoes, :came_as)

-- memories_put --
-- A row of them.
INSERT INTO memory (user, n, id, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent,
  session, entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score,
  usefulness, helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held,
  pinned, anchors, metadata, extracted_by, span, hash, fact, grams, born)
VALUES (:user, :n, :id, :text, :type, :topic, :project, :importance, :confidence, :classification, :shared, :source, :trust,
  :agent, :session, :entity, :attribute, :value, :qualifier, :tags, :created_at, :updated_at, :accessed_at,
  :access_count, :decay_score, :usefulness, :helpful, :unhelpful, :seen_count, :seen_at, :valid_from, :valid_until,
  :superseded_at, :deleted_at, :held, :pinned, :anchors, :metadata, :extracted_by, :span, :hash, :fact, :grams, :born)

-- changes_put --
-- A row of them.
INSERT INTO change (op, memory, before, after)
SELECT :op, :memory, :before, :after WHERE :user IS NOT NULL

-- links_put --
-- A row of them.
INSERT INTO link (user, one, other, kind, weight, created_at, op)
VALUES (:user, :one, :other, :kind, :weight, :created_at, :op)

-- audit_rows_put --
-- A row of them.
INSERT INTO audit (user, n, at, name, op, inputs, outcome, duration_ms, tokens_in, tokens_out, usd, salt, seal, digest)
VALUES (:user, :n, :at, :name, :op, :inputs, :outcome, :duration_ms, :tokens_in, :tokens_out, :usd, :salt, :seal, :digest)

-- memory_ends_put --
-- Set that for one of them, when all memories are there.
UPDATE memory SET superseded_by = :superseded_by WHERE user = :user AND n = :n

-- facts_page --
-- What the store knows for the user, and its secret.
SELECT t.name, t.value FROM (
  SELECT CASE WHEN m.key = 'secret' THEN m.key ELSE substr(m.key, 1, length(m.key) - length(:user) - 1) END AS name,
    CAST(m.value AS TEXT) AS value
  FROM meta m WHERE m.key = 'secret' OR substr(m.key, -length(:user) - 1) = '/' || :user) t
WHERE t.name > :first_key ORDER BY t.name LIMIT :limit

-- vector_models --
-- The models that the vectors are from.
SELECT o.name FROM vector_model o
WHERE EXISTS (SELECT 1 FROM memory m CROSS JOIN vector v WHERE m.user = :user AND v.place = m.n * 64 + o.n)
ORDER BY o.name

-- vectors_page --
-- The vectors of one model.
SELECT m.n, v.bytes FROM memory m CROSS JOIN vector v
WHERE m.user = :user AND m.n > :first_key AND v.place = {{place}} ORDER BY m.n LIMIT :limit

-- users --
-- All users with rows in the store.
SELECT o.user FROM operation o WHERE :user IS NOT NULL UNION SELECT p.user FROM project p ORDER BY 1
