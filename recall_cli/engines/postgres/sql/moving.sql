-- operations_put --
-- Many rows of them, column by column.
INSERT INTO operation (tenant_id, n, kind, at, trust, agent, session, touched, note, undoes, came_as)
SELECT :user, r.* FROM unnest(
  :n[], :kind[], :at[], :trust[], :agent[], :session[], :touched::bigint[], :note[], :undoes[], :came_as[]) r

-- memories_put --
-- Many rows of them, column by column.
INSERT INTO memory (tenant_id, n, id, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent,
  session, entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score,
  usefulness, helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held,
  pinned, anchors, metadata, extracted_by, span, hash, fact, grams, born, stems, word_count)
SELECT :user, r.* FROM unnest(
  :n[], :id[], :text[], :type[], :topic[], :project[], :importance[], :confidence[], :classification[], :shared[],
  :source[], :trust[], :agent[], :session[], :entity[], :attribute[], :value[], :qualifier[], :tags[],
  :created_at[], :updated_at[], :accessed_at[], :access_count[], :decay_score[], :usefulness[], :helpful[],
  :unhelpful[], :seen_count[], :seen_at[], :valid_from[], :valid_until[], :superseded_at[], :deleted_at[], :held[],
  :pinned[], :anchors[], :metadata[], :extracted_by[], :span[], :hash[], :fact[], :grams[], :born[], :stems[],
  :word_count[]) r

-- changes_put --
-- Many rows of them, column by column.
INSERT INTO change (tenant_id, op, memory, before, after)
SELECT :user, r.* FROM unnest(
  :op[], :memory[], :before::text[], :after::text[]) r

-- links_put --
-- Many rows of them, column by column.
INSERT INTO link (tenant_id, one, other, kind, weight, created_at, op)
SELECT :user, r.* FROM unnest(
  :one[], :other::bigint[], :kind[], :weight[], :created_at[], :op[]) r

-- audit_rows_put --
-- Many rows of them, column by column.
INSERT INTO audit (tenant_id, n, at, name, op, inputs, outcome, duration_ms, tokens_in, tokens_out, usd, salt, seal, digest)
SELECT :user, r.* FROM unnest(
  :n[], :at[], :name[], :op[], :inputs[], :outcome[], :duration_ms[], :tokens_in[], :tokens_out[], :usd[], :salt[],
  :seal[], :digest[]) r

-- memory_ends_put --
-- Set that for many of them, when all memories are there.
UPDATE memory m SET superseded_by = r.successor FROM unnest(:n[], :superseded_by[]) r (number, successor)
WHERE m.tenant_id = :user AND m.n = r.number

-- facts_page --
-- What the store knows for the user, and its secret.
SELECT t.name, t.value FROM (
  SELECT left(m.key, -length(:user) - 1) COLLATE "C" AS name, m.value
  FROM meta m WHERE m.tenant_id = :user AND right(m.key, length(:user) + 1) = '/' || :user
  UNION ALL SELECT 'secret', coalesce((SELECT m.value FROM meta m WHERE m.tenant_id = :user AND m.key = 'secret'), default_secret())) t
WHERE t.name > :first_key::text ORDER BY t.name LIMIT :limit

-- vector_models --
-- The models that the vectors are from.
SELECT DISTINCT v.model COLLATE "C" FROM vector v WHERE v.tenant_id = :user ORDER BY 1

-- vectors_page --
-- The vectors of one model.
SELECT v.n, v.bytes FROM vector v
WHERE v.tenant_id = :user AND v.model = :model AND v.n > :first_key ORDER BY v.n LIMIT :limit

-- users --
-- All users with rows that this transaction may see: one.
SELECT DISTINCT o.tenant_id FROM operation o WHERE o.tenant_id = :user
