-- memory --
-- The columns of a memory, in the order of its record.
m.n, m.id, m.user, m.text, m.type, m.topic, (SELECT p.name FROM project p WHERE p.n = m.project),
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
  /* n, */ id, user, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent, session,
  entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score, usefulness,
  helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held, pinned, anchors,
  metadata, extracted_by, span, hash, fact, grams, born /* , stems, word_count */)
VALUES (
  /* next_number(memory), */
  :id, :user, :text, :type, :topic, :project, :importance, :confidence, :classification, :shared, :source, :trust,
  :agent, :session, :entity, :attribute, :value, :qualifier, :tags, :created_at, :updated_at, :accessed_at,
  :access_count, :decay_score, :usefulness, :helpful, :unhelpful, :seen_count, :seen_at, :valid_from, :valid_until,
  :superseded_at, :deleted_at, :held, :pinned, :anchors, :metadata, :extracted_by, :span, :hash, :fact, :grams, :born /* , :stems, :word_count */)

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
coalesce(m.project, 0) || ' ' || m.fact

-- in_contest --
-- Is there an open contest about its fact?
m.fact IS NOT NULL AND EXISTS (
  SELECT 1 FROM contest c JOIN operation o ON o.n = c.op
  WHERE c.user = m.user AND c.fact = m.fact AND c.project IS NOT DISTINCT FROM m.project AND o.undone_by IS NULL AND NOT {{answered}})

-- answered --
-- Whether the user has settled a contest (c) since it was opened, and that still holds.
EXISTS (
  SELECT 1 FROM resolution r JOIN operation p ON p.n = r.op JOIN memory a ON a.n = r.answer
  WHERE r.user = c.user AND r.fact = c.fact AND r.project IS NOT DISTINCT FROM c.project AND r.op > c.op
    AND p.undone_by IS NULL AND a.deleted_at IS NULL)

-- passage --
-- The columns that ranking looks at.
m.n, m.text, m.session, coalesce(m.agent, m.source), m.created_at, m.importance, m.confidence, m.usefulness, m.trust,
m.decay_score, m.access_count, m.accessed_at, m.topic, m.entity, m.attribute, m.value, m.tags

-- seen --
-- What this view may see at all: its user's, within its clearance, its agent, its topics and its projects.
m.user = :user AND m.classification <= :clearance {{narrowed}}

-- narrowed --
-- What an agent's own view, its topics and its projects leave of that; a statement for a view without them goes without.
AND (:viewer IS NULL OR m.shared /* <> 0 */ OR m.agent IS NULL OR m.agent = :viewer)
AND (:topics IS NULL OR m.topic IN (SELECT value FROM json_each(:topics)))
AND (:granted IS NULL OR m.project IS NULL OR m.project IN (
  SELECT g.n FROM project g WHERE g.user = :user AND g.name IN (SELECT value FROM json_each(:granted))))

-- project_seen --
-- Does this view show a memory of the project, or has the project none at all?
(EXISTS (SELECT 1 FROM memory m WHERE {{seen}} AND m.project = p.n)
 OR NOT EXISTS (SELECT 1 FROM memory m WHERE m.user = :user AND m.project = p.n))

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
AND (m.held IS NULL OR :held/* ::bigint <> 0 */)
AND (m.valid_until IS NULL OR m.valid_until > coalesce(:as_of, :now) OR m.superseded_at IS NOT NULL OR :expired)
AND (m.valid_from IS NULL OR m.valid_from <= coalesce(:as_of, :now) OR :expired)

-- wanted --
-- The filters of a search, a list or a count; null means no filter.
(:types IS NULL OR m.type IN (SELECT value FROM json_each(:types)))
AND (:topic IS NULL OR m.topic = :topic)
AND (:projects IS NULL OR m.project IN (SELECT value FROM json_each(:projects)) OR (:everywhere AND m.project IS NULL))
AND (:agent IS NULL OR m.agent = :agent)
AND (:session IS NULL OR m.session = :session)
AND (:sources IS NULL OR instr(:sources, '"' || m.source || '"') /* > 0 */)
AND (:trusts IS NULL OR instr(:trusts, '"' || m.trust || '"') /* > 0 */)
AND (:unused = 0 OR m.access_count = 0)
AND (:since IS NULL OR m.created_at >= :since)
AND (:until IS NULL OR m.created_at <= :until)
AND m.confidence >= :min_confidence
AND (:tags IS NULL OR NOT EXISTS (
  SELECT 1 FROM json_each(:tags) t WHERE NOT EXISTS (
    SELECT 1 FROM json_each(m.tags) h WHERE h.key = t.value ->> 0 AND (t.value ->> 1 IS NULL OR h.value = t.value ->> 1))))

-- sorted --
-- The orders of --sort, as in rules/ranking/list_order.
CASE :sort WHEN 'used' THEN m.access_count/* ::double precision */ WHEN 'unused' THEN -coalesce(m.accessed_at, m.created_at)/* ::double precision */
  WHEN 'importance' THEN m.importance WHEN 'confidence' THEN m.confidence WHEN 'strength' THEN m.decay_score END DESC,
  m.created_at DESC, m.project DESC NULLS LAST, m.n DESC

-- idle --
-- Days since a memory (m) was last used or stored again, as its type counts them.
max(0, :now - max(coalesce(m.accessed_at, m.created_at), coalesce(m.seen_at, m.accessed_at, m.created_at)))
  / 86400000.0/* ::double precision */ / coalesce(CAST(:lifetimes ->> m.type AS double precision), 1.0)

-- left --
-- What a curve leaves of a memory (d) after its idle days: the formulas of rules/decay.
CASE :curve
WHEN 'staged' THEN pow(:mild_factor, min(700, max(0.0, min(d.days, :strong_days) - :mild_days)))
  * pow(:strong_factor, min(700, max(0.0, d.days - :strong_days)))
WHEN 'access' THEN CASE WHEN d.accessed_at IS NULL THEN 1.0 ELSE exp(max(-:access_rate * d.days, -700)) END
ELSE exp(max(-:rate * d.days, -700))
  + (1.0 - exp(max(-:rate * d.days, -700))) * min(1.0, ln(1.0/* ::double precision */ + d.access_count) / nullif(ln(1.0 + :cap), 0)) END

-- open_question --
-- Whether a question (q) is open: both of its memories (m the newer, b the older) are believed, and nobody answered it.
{{present}} AND b.deleted_at IS NULL AND b.superseded_at IS NULL AND b.held IS NULL AND (b.valid_until IS NULL OR b.valid_until > :now)
AND NOT EXISTS (SELECT 1 FROM update_answer w JOIN operation p ON p.n = w.op AND p.undone_by IS NULL
  WHERE w.question = q.n AND /* w.user = q.user AND */ w.is_proposal = 0)
AND NOT EXISTS (SELECT 1 FROM link l JOIN operation p ON p.n = l.op AND p.undone_by IS NULL WHERE l.kind = 'compatible'
  AND l.user = q.user AND (l.one = q.newer AND l.other = q.older OR l.one = q.older AND l.other = q.newer))

-- contested --
-- Is a fact (g) open already?
EXISTS (SELECT 1 FROM contest c JOIN operation o ON o.n = c.op
  WHERE c.user = g.user AND c.fact = g.fact AND c.project IS NOT DISTINCT FROM g.project AND o.undone_by IS NULL AND NOT {{answered}})

-- settled --
-- When a fact (g) was last settled, or its contest undone; long ago if never.
max(
  coalesce((SELECT max(u.at) FROM contest c JOIN operation o ON o.n = c.op JOIN operation u ON u.n = o.undone_by
    WHERE c.user = g.user AND c.fact = g.fact AND c.project IS NOT DISTINCT FROM g.project), -62135596800000),
  coalesce((SELECT max(r.at) FROM resolution r JOIN operation o ON o.n = r.op
    WHERE r.user = g.user AND r.fact = g.fact AND r.project IS NOT DISTINCT FROM g.project AND o.undone_by IS NULL), -62135596800000))

-- due --
-- May a worker take a job (w) now? Its time has come, or its worker has been silent beyond its lease. So may it where the
-- clock has been set back since it was put down, or leased: it would wait until the old time comes again.
((w.state = 'queued' AND (w.run_after <= :now OR w.created_at > :now + :lease))
  OR (w.state = 'processing' AND (w.lease_until <= :now OR w.lease_until > :now + 2 * :lease)))

-- reworded --
-- The memory that a superseded one (w) is another wording of: it was merged into it, or is a part of its pattern.
(SELECT l.one FROM link l JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
 WHERE /* l.user = w.user AND */ l.one = w.superseded_by AND l.other = w.n AND l.kind IN ('merged', 'pattern'))

-- first_words --
-- The beginning of the first memory that an operation (o) touched, if it is visible and not held: the text that it had
-- after the operation, unless it was held or classified otherwise at some time.
(SELECT substr(coalesce((SELECT c.before ->> 'text' FROM change c
    WHERE c.memory = m.n AND c.op > o.n AND c.before ->> 'text' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM change h WHERE h.memory = m.n AND (json_type(h.before, '$.held') IS NOT NULL OR json_type(h.before, '$.classification') IS NOT NULL))
    ORDER BY c.op LIMIT 1), m.text), 1, 200)
   FROM memory m WHERE {{seen}} AND m.held IS NULL
   AND m.n = coalesce((SELECT min(b.n) FROM memory b WHERE b.born = o.n), (SELECT min(c.memory) FROM change c WHERE c.op = o.n)))
