-- first_words --
-- The beginning of the first memory that an operation (o) touched, if it is visible and not held: the text that it had
-- after the operation, unless it was held or classified otherwise at some time.
(SELECT substr(coalesce((SELECT c.before::json ->> 'text' FROM change c
    WHERE c.memory = m.n AND c.op > o.n AND c.before::json ->> 'text' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM change h WHERE h.memory = m.n AND (h.before::jsonb ? 'held' OR h.before::jsonb ? 'classification'))
    ORDER BY c.op LIMIT 1), m.text), 1, 200)
   FROM memory m WHERE {{seen}} AND m.held IS NULL
   AND m.n = coalesce((SELECT min(b.n) FROM memory b WHERE b.born = o.n), (SELECT min(c.memory) FROM change c WHERE c.op = o.n)))

-- memory --
-- The columns of a memory, in the order of its record.
m.n, m.id, m.tenant_id, m.text, m.type, m.topic, (SELECT p.name FROM project p WHERE p.n = m.project),
m.importance, m.confidence, m.classification, m.shared, m.source, m.trust, m.agent, m.session,
m.entity, m.attribute, m.value, m.qualifier, m.tags, m.created_at, m.updated_at, m.accessed_at, m.access_count,
m.decay_score, m.usefulness, m.helpful, m.unhelpful, m.seen_count, m.seen_at, m.valid_from, m.valid_until,
(SELECT s.id FROM memory s WHERE s.n = m.superseded_by), m.superseded_at, m.deleted_at, m.held, m.pinned,
m.anchors, m.metadata, m.extracted_by, m.span, {{claim}}

-- sealed --
-- The columns of a memory that the audit log seals.
m.id, m.text, m.type, m.topic, m.importance, m.confidence, m.classification, m.shared, m.source, m.trust, m.entity,
m.attribute, m.value, m.qualifier, m.tags, m.valid_from, m.valid_until, m.deleted_at, m.held, m.pinned

-- new_row --
-- The columns of a new memory, and its values.
(
  n, id, tenant_id, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent, session,
  entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score, usefulness,
  helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held, pinned, anchors,
  metadata, extracted_by, span, hash, fact, grams, born, stems, word_count)
VALUES (
  (SELECT coalesce(max(b.n), 0) + 1 FROM memory b WHERE b.tenant_id = :user), :id, :user, :text, :type, :topic, :project, :importance, :confidence, :classification, :shared, :source, :trust,
  :agent, :session, :entity, :attribute, :value, :qualifier, :tags, :created_at, :updated_at, :accessed_at,
  :access_count, :decay_score, :usefulness, :helpful, :unhelpful, :seen_count, :seen_at, :valid_from, :valid_until,
  :superseded_at, :deleted_at, :held, :pinned, :anchors, :metadata, :extracted_by, :span, :hash, :fact, :grams, :born, :stems, :word_count)

-- weighed --
-- The columns that a brief weighs, in the order of their record.
m.n, m.type, m.decay_score, m.confidence, m.trust, m.pinned, m.created_at, m.source, m.agent, m.session, m.seen_count,
substr(m.text, 1, 400), {{claim}}

-- pinned_by_user --
-- Was it the user who pinned a memory (m) last? Where nobody knows (it came pinned), the author of the words counts.
'user' = coalesce((
  SELECT o.trust FROM change c JOIN operation o ON o.n = c.op
  WHERE c.memory = m.n AND o.kind = 'pin' AND o.undone_by IS NULL ORDER BY o.n DESC LIMIT 1), m.trust)

-- claim --
-- What it makes a claim of, the project in front: by this its contest is found. Null where it claims nothing.
coalesce(m.project, 0)::text || ' ' || m.fact

-- in_contest --
-- Is there an open contest about its fact?
m.fact IS NOT NULL AND EXISTS (
  SELECT 1 FROM contest c JOIN operation o ON o.n = c.op
  WHERE c.tenant_id = m.tenant_id AND c.fact = m.fact AND c.project IS NOT DISTINCT FROM m.project AND o.undone_by IS NULL AND NOT {{answered}})

-- answered --
-- Whether the user has settled a contest (c) since it was opened, and that still holds.
EXISTS (
  SELECT 1 FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
  WHERE r.tenant_id = c.tenant_id AND r.fact = c.fact AND r.project IS NOT DISTINCT FROM c.project AND r.op > c.op
    AND p.undone_by IS NULL AND a.deleted_at IS NULL)

-- passage --
-- The columns that ranking looks at.
m.n, m.text, m.session, coalesce(m.agent, m.source), m.created_at, m.importance, m.confidence, m.usefulness, m.trust,
m.decay_score, m.access_count, m.accessed_at, m.topic, m.entity, m.attribute, m.value, m.tags

-- seen --
-- What this view may see at all: its user's, within its clearance, its agent, its topics and its projects.
m.tenant_id = :user AND m.classification <= :clearance {{narrowed}}

-- narrowed --
-- What an agent's own view, its topics and its projects leave of that; a statement for a view without them goes without.
AND (:viewer IS NULL OR m.shared <> 0 OR m.agent IS NULL OR m.agent = :viewer)
AND (:topics IS NULL OR m.topic = ANY (strings(:topics)))
AND (:granted IS NULL OR m.project IS NULL OR m.project IN (
  SELECT g.n FROM project g WHERE g.tenant_id = :user AND g.name = ANY (strings(:granted))))

-- project_seen --
-- Does this view show a memory of the project, or has the project none at all?
(EXISTS (SELECT 1 FROM memory m WHERE {{seen}} AND m.project = p.n)
 OR NOT EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.project = p.n))

-- present --
-- What is believed now, as a condition that the index of live memories can use.
m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL
AND (m.valid_until IS NULL OR m.valid_until > :now)
AND (m.valid_from IS NULL OR m.valid_from <= :now)

-- believed --
-- What was believed at a moment (:as_of, or now if null), and what else is included.
m.created_at <= coalesce(:as_of, m.created_at)
AND (m.deleted_at IS NULL OR m.deleted_at > :as_of OR :deleted)
AND (m.superseded_at IS NULL OR m.superseded_at > :as_of OR :superseded)
AND (m.held IS NULL OR :held::bigint <> 0)
AND (m.valid_until IS NULL OR m.valid_until > coalesce(:as_of, :now) OR m.superseded_at IS NOT NULL OR :expired)
AND (m.valid_from IS NULL OR m.valid_from <= coalesce(:as_of, :now) OR :expired)

-- wanted --
-- The filters of a search, a list or a count; null means no filter.
(:types IS NULL OR m.type = ANY (strings(:types)))
AND (:topic IS NULL OR m.topic = :topic)
AND (:projects IS NULL OR m.project = ANY (numbers(:projects)) OR (:everywhere AND m.project IS NULL))
AND (:agent IS NULL OR m.agent = :agent)
AND (:session IS NULL OR m.session = :session)
AND (:sources IS NULL OR m.source = ANY (strings(:sources)))
AND (:trusts IS NULL OR m.trust = ANY (strings(:trusts)))
AND (:unused = 0 OR m.access_count = 0)
AND (:since IS NULL OR m.created_at >= :since)
AND (:until IS NULL OR m.created_at <= :until)
AND m.confidence >= :min_confidence
AND (:tags IS NULL OR NOT EXISTS (
  SELECT 1 FROM jsonb_array_elements(:tags::jsonb) t (value) WHERE NOT coalesce(
    m.tags::jsonb ? (t.value ->> 0) AND (t.value ->> 1 IS NULL OR m.tags::jsonb ->> (t.value ->> 0) = t.value ->> 1), false)))

-- idle --
-- Days since a memory (m) was last used or stored again, as its type counts them.
greatest(0, :now - greatest(coalesce(m.accessed_at, m.created_at), coalesce(m.seen_at, m.accessed_at, m.created_at)))
  / 86400000.0::double precision / coalesce((:lifetimes::jsonb ->> m.type)::double precision, 1.0)

-- left --
-- What a curve leaves of a memory (d) after its idle days: the formulas of rules/decay.
CASE :curve
WHEN 'staged' THEN power(:mild_factor, least(700, greatest(0.0, least(d.days, :strong_days) - :mild_days)))
  * power(:strong_factor, least(700, greatest(0.0, d.days - :strong_days)))
WHEN 'access' THEN CASE WHEN d.accessed_at IS NULL THEN 1.0 ELSE exp(greatest(-:access_rate * d.days, -700)) END
ELSE exp(greatest(-:rate * d.days, -700))
  + (1.0 - exp(greatest(-:rate * d.days, -700))) * least(1.0, ln(1.0::double precision + d.access_count) / nullif(ln(1.0 + :cap), 0)) END

-- open_question --
-- Whether a question (q) is open: both of its memories (m the newer, b the older) are believed, and nobody answered it.
{{present}} AND b.deleted_at IS NULL AND b.superseded_at IS NULL AND b.held IS NULL AND (b.valid_until IS NULL OR b.valid_until > :now)
AND NOT EXISTS (SELECT 1 FROM update_answer w JOIN operation p ON p.n = w.op AND p.undone_by IS NULL
  WHERE w.question = q.n AND w.tenant_id = q.tenant_id AND w.is_proposal = 0)
AND NOT EXISTS (SELECT 1 FROM link l JOIN operation p ON p.n = l.op AND p.undone_by IS NULL WHERE l.kind = 'compatible'
  AND l.tenant_id = q.tenant_id AND (l.one = q.newer AND l.other = q.older OR l.one = q.older AND l.other = q.newer))

-- contested --
-- Is a fact (g) open already?
EXISTS (SELECT 1 FROM contest c JOIN operation o ON o.n = c.op
  WHERE c.tenant_id = g.tenant_id AND c.fact = g.fact AND c.project IS NOT DISTINCT FROM g.project AND o.undone_by IS NULL AND NOT {{answered}})

-- settled --
-- When a fact (g) was last settled, or its contest undone; long ago if never.
greatest(
  coalesce((SELECT max(u.at) FROM contest c JOIN operation o ON o.n = c.op JOIN operation u ON u.n = o.undone_by
    WHERE c.tenant_id = g.tenant_id AND c.fact = g.fact AND c.project IS NOT DISTINCT FROM g.project), -62135596800000),
  coalesce((SELECT max(r.at) FROM resolution r JOIN operation o ON o.n = r.op
    WHERE r.tenant_id = g.tenant_id AND r.fact = g.fact AND r.project IS NOT DISTINCT FROM g.project AND o.undone_by IS NULL), -62135596800000))

-- due --
-- May a worker take a job (w) now? Its time has come, or its worker has been silent beyond its lease. So may it where the
-- clock has been set back since it was put down, or leased: it would wait until the old time comes again.
((w.state = 'queued' AND (w.run_after <= :now OR w.created_at > :now + :lease))
  OR (w.state = 'processing' AND (w.lease_until <= :now OR w.lease_until > :now + 2 * :lease)))

-- ranked --
-- The memories that hold the words of a question, each with its score: bm25 as SQLite's FTS5 computes it (k1 1.2, b 0.75),
-- from the counts in the index. `:match` is made by `word_terms`. Rows are looked up by key, one set after the other
-- (`OFFSET 0` keeps it so): the plan is good for small and large tenants, with statistics or without.
WITH asked AS MATERIALIZED (
  SELECT t.k, left(t.v ->> 'stem', 200) AS stem, (t.v ->> 'prefix')::boolean AS prefix, (t.v ->> 'grams')::boolean AS grams,
    (t.v ->> 'anchor')::boolean AS anchor, (t.v ->> 'times')::integer AS times, (t.v ->> 'count')::double precision AS known
  FROM jsonb_array_elements(:match::jsonb -> 'terms') WITH ORDINALITY t (v, k)),
part AS MATERIALIZED (
  SELECT a.k, a.stem, a.grams, a.anchor FROM asked a WHERE NOT a.prefix
  UNION ALL
  SELECT a.k, w.stem, a.grams, a.anchor FROM asked a CROSS JOIN LATERAL (
    SELECT DISTINCT w.stem FROM word w
    WHERE w.tenant_id = :user AND w.stem >= a.stem AND w.stem < a.stem || chr(1114111)) w WHERE a.prefix),
anchored AS MATERIALIZED (
  SELECT p.k, w.n, sum(CASE WHEN p.grams THEN w.gram_hits ELSE w.hits END) AS hits, min(w.length) AS length
  FROM part p CROSS JOIN LATERAL (
    SELECT w.n, w.hits, w.gram_hits, w.length FROM word w
    WHERE w.tenant_id = :user AND w.stem = p.stem AND w.n > coalesce((:match::jsonb ->> 'after')::bigint, 0)
      AND (NOT p.grams OR w.gram_hits > 0) OFFSET 0) w
  WHERE p.anchor GROUP BY p.k, w.n),
chosen AS MATERIALIZED (
  SELECT a.k, a.n, a.hits, a.length FROM (SELECT b.*, count(*) OVER (PARTITION BY b.n) AS held FROM anchored b) a
  WHERE a.held >= (:match::jsonb ->> 'least')::bigint),
added AS MATERIALIZED (
  SELECT p.k, c.n, sum(CASE WHEN p.grams THEN w.gram_hits ELSE w.hits END) AS hits, min(w.length) AS length
  FROM (SELECT DISTINCT c.n FROM chosen c) c CROSS JOIN part p CROSS JOIN LATERAL (
    SELECT w.hits, w.gram_hits, w.length FROM word w
    WHERE w.tenant_id = :user AND w.stem = p.stem AND w.n = c.n AND (NOT p.grams OR w.gram_hits > 0) OFFSET 0) w
  WHERE NOT p.anchor GROUP BY p.k, c.n),
whole AS MATERIALIZED (
  SELECT t.memories::double precision AS memories, t.words::double precision / t.memories AS mean FROM word_total t
  WHERE t.tenant_id = :user AND t.memories > 0),
weighed AS MATERIALIZED (
  SELECT a.k, a.times, ln((h.memories - c.held + 0.5) / (c.held + 0.5)) AS weight FROM asked a CROSS JOIN whole h
  CROSS JOIN LATERAL (SELECT coalesce(a.known, (
    SELECT count(DISTINCT w.n) FROM part p CROSS JOIN LATERAL (
      SELECT w.n FROM word w
      WHERE w.tenant_id = :user AND w.stem = p.stem AND (NOT p.grams OR w.gram_hits > 0) OFFSET 0) w
    WHERE p.k = a.k)) AS held OFFSET 0) c),
score AS MATERIALIZED (
  SELECT f.n, sum(
    (ARRAY(SELECT CASE WHEN g.weight > 0 THEN g.weight ELSE 1e-6 END FROM weighed g ORDER BY g.k))[f.k]
    * (f.hits * (1.2 + 1.0)) / (f.hits + 1.2 * (1.0 - 0.75 + 0.75 * f.length / (SELECT h.mean FROM whole h)))
    ORDER BY r, f.k) AS score
  FROM (SELECT * FROM chosen UNION ALL SELECT * FROM added) f
  CROSS JOIN LATERAL generate_series(3 - (ARRAY(SELECT g.times FROM weighed g ORDER BY g.k))[f.k], 2) r
  GROUP BY f.n)

-- reworded --
-- The memory that a superseded one (w) is another wording of: it was merged into it, or is a part of its pattern.
(SELECT l.one FROM link l JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
 WHERE l.tenant_id = w.tenant_id AND l.one = w.superseded_by AND l.other = w.n AND l.kind IN ('merged', 'pattern'))
