-- add --
-- Insert a new memory.
INSERT INTO memory {{new_row}}
ON CONFLICT (id) DO NOTHING
RETURNING n

-- last --
-- The row number behind which new memories of this user come.
SELECT coalesce((SELECT m.n FROM memory m WHERE m.user = :user ORDER BY m.n DESC LIMIT 1), 0)

-- new --
-- The row numbers that new memories got, in their order.
SELECT m.n FROM memory m WHERE m.user = :user AND m.n > :after ORDER BY m.n

-- same_text --
-- Memories of the same scope with the same content hash; the caller compares the words.
SELECT m.n FROM memory m
WHERE {{seen}} AND m.hash & 2147483647 = :hash & 2147483647 AND m.hash = :hash AND m.project IS NOT DISTINCT FROM :project AND m.superseded_at IS NULL
ORDER BY m.n

-- hashes_here --
-- Which content hashes of a JSON list are those of memories here.
SELECT DISTINCT v.value FROM json_each(:hashes) v CROSS JOIN memory m
WHERE {{seen}} AND m.hash & 2147483647 = v.value & 2147483647 AND m.hash = v.value AND m.superseded_at IS NULL

-- by_id --
-- One memory by its whole id.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND m.id = :id

-- by_number --
-- Memories by their row numbers, a JSON list.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND m.n IN (SELECT value FROM json_each(:numbers))

-- seen --
-- Those of a JSON list of row numbers that this view shows, whatever their state.
SELECT m.n FROM memory m WHERE {{seen}} AND m.n IN (SELECT value FROM json_each(:numbers))

-- seen_count --
-- How many this view shows, whatever their state.
SELECT count(*) FROM memory m WHERE {{seen}}

-- by_prefix --
-- The memories whose ids begin so, a few of them, deleted ones last.
SELECT m.n, m.id, m.deleted_at FROM memory m
WHERE {{seen}} AND m.id >= :low AND m.id < :high ORDER BY m.deleted_at IS NOT NULL, m.id LIMIT 12

-- by_ending --
-- The memories whose ids end so, a few of them, deleted ones last.
SELECT m.n, m.id, m.deleted_at FROM memory m
WHERE {{seen}} AND substr(m.id, -length(:ending)) = :ending ORDER BY m.deleted_at IS NOT NULL, m.id LIMIT 12

-- newest_number --
-- The number of the newest row: about how many memories there are.
SELECT m.n FROM memory m WHERE m.user = :user ORDER BY m.n DESC LIMIT 1

-- same_endings --
-- The ids that end like one of a JSON list.
SELECT m.id FROM memory m
WHERE m.user = :user AND substr(m.id, -:length) IN (SELECT substr(v.value, -:length) FROM json_each(:ids) v)

-- neighbours --
-- For each id of a JSON list, the id before and the id after it.
SELECT (SELECT b.id FROM memory b WHERE b.user = :user AND b.id < v.value ORDER BY b.id DESC LIMIT 1),
       (SELECT a.id FROM memory a WHERE a.user = :user AND a.id > v.value ORDER BY a.id LIMIT 1)
FROM json_each(:ids) v ORDER BY v.key

-- known --
-- Which ids of a JSON list exist, of any user.
SELECT v.value, /* ( */m.user = :user/* )::integer */ FROM json_each(:ids) v JOIN memory m ON m.id = v.value

-- list --
-- The newest memories that are believed now.
SELECT {{memory}} FROM memory m INDEXED BY memory_live
WHERE {{seen}} AND {{present}} AND {{wanted}}
ORDER BY m.created_at DESC, m.project DESC NULLS LAST, m.n DESC LIMIT :limit OFFSET :offset

-- list_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n NOT IN (SELECT value FROM json_each(:except))
ORDER BY m.created_at DESC, m.project DESC NULLS LAST, m.n DESC LIMIT :limit OFFSET :offset

-- list_sorted --
-- The same in another order than by age.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n NOT IN (SELECT value FROM json_each(:except))
ORDER BY {{sorted}} LIMIT :limit OFFSET :offset

-- list_with_words --
-- The memories that hold all of some words.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n {{matching}}
ORDER BY {{sorted}} LIMIT :limit

-- sessions --
-- The sessions whose ids begin so, a few of them.
SELECT DISTINCT m.session FROM memory m
WHERE {{seen}} AND m.session >= :low AND m.session < :high ORDER BY m.session LIMIT 12

-- standing --
-- The most important of one lasting type in one project (or in none), as far as a brief weighs them.
SELECT {{weighed}} FROM memory m INDEXED BY memory_standing
WHERE m.type = :type AND m.type IN ('preference', 'decision', 'correction', 'pattern') AND m.project IS NOT DISTINCT FROM :project
  AND {{seen}} AND {{present}} AND m.confidence >= :min_confidence
ORDER BY m.importance DESC, m.n DESC LIMIT :limit

-- own --
-- The most important memories that the user stated in one project (or none), as a brief needs them.
SELECT {{weighed}} FROM memory m INDEXED BY memory_own
WHERE m.trust = 'user' AND m.project IS NOT DISTINCT FROM :project AND {{seen}} AND {{present}} AND m.confidence >= :min_confidence
ORDER BY m.importance DESC, m.n DESC LIMIT :limit

-- anchored --
-- The newest memories of one project that are anchored to files.
SELECT m.n, m.anchors FROM memory m INDEXED BY memory_anchored
WHERE m.anchors IS NOT NULL AND m.project IS NOT DISTINCT FROM :project AND {{seen}} AND {{present}}
ORDER BY m.n DESC LIMIT :limit

-- any_own --
-- Whether any believed memory was stated by the user.
SELECT 1 FROM memory m INDEXED BY memory_own WHERE m.user = :user AND m.trust = 'user'
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL LIMIT 1

-- any_pinned --
-- Is anything pinned at all?
SELECT 1 FROM memory m INDEXED BY memory_pinned WHERE m.user = :user AND m.pinned /* <> 0 */ LIMIT 1

-- pinned_that_fit --
-- What the user pinned and the filters pass.
SELECT m.n FROM memory m INDEXED BY memory_pinned
WHERE m.pinned /* <> 0 */ AND {{seen}} AND {{present}} AND {{wanted}} AND {{pinned_by_user}}
ORDER BY m.importance DESC, m.n DESC LIMIT :limit

-- recent --
-- The newest of one project and of none, as far as a brief weighs them.
SELECT {{weighed}} FROM memory m INDEXED BY memory_live
WHERE {{seen}} AND {{present}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL) AND m.confidence >= :min_confidence
ORDER BY m.created_at DESC, m.project DESC NULLS LAST, m.n DESC LIMIT :limit

-- pinned --
-- The pinned memories of one project and of none, as a brief needs them.
SELECT {{weighed}} FROM memory m INDEXED BY memory_pinned
WHERE m.pinned /* <> 0 */ AND {{seen}} AND {{present}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
ORDER BY m.importance DESC, m.n DESC LIMIT :limit

-- pinned_first --
-- The same if there are more than the limit: the user's own pins come first.
SELECT {{weighed}} FROM memory m INDEXED BY memory_pinned
WHERE m.pinned /* <> 0 */ AND {{seen}} AND {{present}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
ORDER BY ({{pinned_by_user}}) DESC, m.importance DESC, m.n DESC LIMIT :limit

-- pinned_by_user --
-- Which of these were pinned by the user?
SELECT m.n FROM memory m
WHERE m.user = :user AND m.pinned /* <> 0 */ AND m.n IN (SELECT value FROM json_each(:numbers)) AND {{pinned_by_user}}

-- of_session --
-- The believed memories that a session stored.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND {{present}} AND m.session = :session ORDER BY m.n

-- counts_of_session --
-- How often the agent of a session stored something itself, and how many memories its transcript left, in any state.
SELECT (SELECT count(*) FROM operation o
        WHERE o.user = :user AND o.session = :session AND o.kind = 'store' AND o.trust <> 'user'),
       (SELECT count(*) FROM memory m
        WHERE m.user = :user AND m.session = :session AND m.extracted_by LIKE '% of a session')

-- left_by_older_rules --
-- What the rules of an earlier recall took from sessions, and nobody has used, rated, pinned or changed since.
SELECT {{memory}} FROM memory m JOIN operation b ON b.n = m.born AND b.kind IN ('transcript', 'import')
WHERE {{seen}} AND m.session IS NOT NULL AND m.trust = 'agent' AND (m.extracted_by = 'rules' OR m.extracted_by LIKE 'rules (%')
  AND m.deleted_at IS NULL AND m.held IS NULL AND m.pinned = 0
  AND m.access_count = 0 AND m.helpful = 0 AND m.unhelpful = 0 AND NOT EXISTS (
    SELECT 1 FROM change c JOIN operation o ON o.n = c.op AND o.undone_by IS NULL
    WHERE c.memory = m.n AND o.kind NOT IN ('transcript', 'import', 'undo', 'restore-endings'))
ORDER BY m.created_at, m.n

-- count_live --
-- How many are live, counted in the index alone; those outside their dates are taken off by `count_unseasonable`.
SELECT count(*) FROM memory INDEXED BY memory_live
WHERE user = :user AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL

-- count_live_in --
-- The same for some projects, and for what has none.
SELECT count(*) FROM memory INDEXED BY memory_live
WHERE user = :user AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL
  AND (project IN (SELECT value FROM json_each(:projects)) OR (:everywhere AND project IS NULL))

-- count_live_of --
-- The same for one project, and for what has none: an equality takes a third less time than a list.
SELECT count(*) FROM memory INDEXED BY memory_live
WHERE user = :user AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL
  AND (project = :one OR (:everywhere AND project IS NULL))

-- count_unseasonable --
-- How many of the live ones have ended or not begun.
SELECT count(*) FROM memory m INDEXED BY memory_bounded
WHERE m.user = :user AND (m.valid_until IS NOT NULL OR m.valid_from IS NOT NULL)
  AND (m.valid_until <= :now OR m.valid_from > :now)
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL
  AND (:projects IS NULL OR m.project IN (SELECT value FROM json_each(:projects)) OR (:everywhere AND m.project IS NULL))

-- count --
-- How many match the filters now.
SELECT count(*) FROM memory m INDEXED BY memory_live WHERE {{seen}} AND {{present}} AND {{wanted}}

-- count_any --
-- How many match the filters, at a moment or with more than the believed ones.
SELECT count(*) FROM memory m
WHERE {{seen}} AND {{believed}} AND {{wanted}} AND m.n NOT IN (SELECT value FROM json_each(:except))

-- all_after --
-- All memories in the order of storage, a page at a time; deleted ones only on request.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{believed}} AND {{wanted}} AND m.n > :after
  AND m.n NOT IN (SELECT value FROM json_each(:except))
ORDER BY m.n LIMIT :limit

-- rewrite --
-- Every column that may change, at once.
UPDATE memory SET
  text = :text, type = :type, topic = :topic, project = :project, importance = :importance, confidence = :confidence,
  classification = :classification, shared = :shared, source = :source, trust = :trust, entity = :entity,
  attribute = :attribute, value = :value, qualifier = :qualifier, tags = :tags, updated_at = :updated_at,
  usefulness = :usefulness, helpful = :helpful, unhelpful = :unhelpful, seen_count = :seen_count, seen_at = :seen_at,
  valid_from = :valid_from, valid_until = :valid_until, superseded_by = :superseded_by, superseded_at = :superseded_at,
  deleted_at = :deleted_at, held = :held, pinned = :pinned, anchors = :anchors, metadata = :metadata,
  extracted_by = :extracted_by, hash = :hash, fact = :fact, grams = :grams /* , stems = :stems, word_count = :word_count */
WHERE user = :user AND n = :n

-- row --
-- The changeable columns of one memory.
SELECT text, type, topic, project, importance, confidence, classification, shared, source, trust, entity, attribute,
  value, qualifier, tags, updated_at, usefulness, helpful, unhelpful, seen_count, seen_at, valid_from, valid_until,
  superseded_by, superseded_at, deleted_at, held, pinned, anchors, metadata, extracted_by, hash, fact, grams
FROM memory WHERE user = :user AND n = :n

-- ended_by --
-- The memories whose place this one took.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND m.superseded_by = :n ORDER BY m.created_at, m.n

-- of_fact --
-- All memories of one entity and attribute in some projects and in none, oldest first.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND m.fact = :fact
  AND (:projects IS NULL OR m.project IS NULL OR m.project IN (SELECT value FROM json_each(:projects)))
ORDER BY coalesce(m.valid_from, m.created_at), m.n

-- rivals --
-- The believed memories of one fact in one project; a view neither ends nor contests what it cannot see.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.fact = :fact AND m.project IS NOT DISTINCT FROM :project AND {{present}}
ORDER BY coalesce(m.valid_from, m.created_at), m.n

-- not_over --
-- The memories of one fact in one project that are believed now or from a later date.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.fact = :fact AND m.project IS NOT DISTINCT FROM :project
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL
  AND (m.valid_until IS NULL OR m.valid_until > :now)
ORDER BY coalesce(m.valid_from, m.created_at), m.n

-- sides --
-- What contradicts one memory, as far as the filters pass it: other values of its contested fact, contested texts.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND {{present}} AND {{wanted}} AND m.n IN (
  SELECT m.n FROM memory one JOIN memory m ON m.user = one.user AND m.fact = one.fact AND m.project IS NOT DISTINCT FROM one.project AND m.n <> one.n
  WHERE one.n = :n AND one.user = :user AND {{in_contest}}
  UNION
  SELECT CASE WHEN l.one = :n THEN l.other ELSE l.one END FROM link l JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
  WHERE l.user = :user AND l.kind = 'contests' AND (l.one = :n OR l.other = :n) AND NOT EXISTS (
    SELECT 1 FROM link s JOIN operation p ON p.n = s.op AND p.undone_by IS NULL
    WHERE s.one = l.other AND s.other = l.one AND s.kind = 'compatible'))
ORDER BY m.n

-- superseded_of --
-- The superseded memories of one fact in one project.
SELECT {{memory}} FROM memory m
WHERE {{seen}} AND m.fact = :fact AND m.project IS NOT DISTINCT FROM :project
  AND m.superseded_at IS NOT NULL AND m.deleted_at IS NULL AND m.held IS NULL
ORDER BY coalesce(m.valid_from, m.created_at), m.n

-- flips --
-- How often a fact changed since then and since its user last settled it, however many memories ended at once; what was
-- over before it was told changed nothing, and neither did what the same value took the place of.
SELECT count(DISTINCT m.superseded_by) FROM (SELECT :user AS user, :fact AS fact, :project AS project) g
JOIN memory m ON m.fact = g.fact AND m.project IS NOT DISTINCT FROM g.project JOIN memory s ON s.n = m.superseded_by
WHERE s.value IS DISTINCT FROM m.value AND m.user = :user AND m.superseded_by IS NOT NULL AND m.superseded_at > max(:since, {{settled}}) AND m.superseded_at >= m.created_at

-- held --
-- What waits for a person's word, of one project or of all.
SELECT {{memory}} FROM memory m INDEXED BY memory_held
WHERE {{seen}} AND m.held IS NOT NULL AND m.deleted_at IS NULL AND (:project IS NULL OR m.project = :project)
ORDER BY m.created_at, m.n

-- born_between --
-- The memories that were first stored in a time span.
SELECT {{memory}} FROM memory m WHERE {{seen}} AND m.created_at > :since AND m.created_at <= :until
  AND (:projects IS NULL OR m.project IN (SELECT value FROM json_each(:projects)) OR (:everywhere AND m.project IS NULL))
ORDER BY m.created_at, m.n

-- touch --
-- Count an access for each of a JSON list.
UPDATE memory SET access_count = access_count + 1, accessed_at = :now
WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

-- erase --
-- Remove for good, a JSON list.
DELETE FROM memory WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

-- unsupersede --
-- Before an erasure: nothing may point to what goes.
UPDATE memory SET superseded_by = NULL WHERE user = :user AND superseded_by IN (SELECT value FROM json_each(:numbers))

-- erase_changes --
-- Their recorded changes.
DELETE FROM change WHERE /* user = :user AND */ memory IN (SELECT n FROM memory WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers)))

-- erase_jobs --
-- The texts that wait to be read again, with their words in them.
DELETE FROM job WHERE user = :user AND kind = 're-extract'
  AND op IN (SELECT m.born FROM memory m WHERE m.user = :user AND m.n IN (SELECT value FROM json_each(:numbers)))

-- erase_links --
-- Their links, either way.
DELETE FROM link WHERE user = :user
  AND (one IN (SELECT value FROM json_each(:numbers)) OR other IN (SELECT value FROM json_each(:numbers)))

-- erase_answers --
-- A contest may have been settled by one of them; it is open again.
DELETE FROM resolution WHERE user = :user AND answer IN (SELECT value FROM json_each(:numbers))

-- erase_question_answers --
-- The answers to questions about them.
DELETE FROM update_answer WHERE user = :user AND question IN (
  SELECT q.n FROM update_question q WHERE q.user = :user AND (q.newer IN (SELECT value FROM json_each(:numbers)) OR q.older IN (SELECT value FROM json_each(:numbers))))

-- erase_questions --
-- The questions about them.
DELETE FROM update_question WHERE user = :user AND (newer IN (SELECT value FROM json_each(:numbers)) OR older IN (SELECT value FROM json_each(:numbers)))

-- tally --
-- How many there are of each type, project and trust, and in which state.
SELECT m.type, (SELECT p.name FROM project p WHERE p.n = m.project), m.trust,
  CASE WHEN m.deleted_at IS NOT NULL THEN 'deleted' WHEN m.held IS NOT NULL THEN 'held'
       WHEN m.superseded_at IS NOT NULL THEN 'superseded'
       WHEN m.valid_until <= :now OR m.valid_from > :now THEN 'expired' ELSE 'live' END AS state,
  count(*), min(m.created_at), max(m.created_at)
FROM memory m WHERE {{seen}} GROUP BY 1, 2, 3, 4

-- per_day --
-- How many were stored on each of the last days.
SELECT m.created_at / 86400000, count(*) FROM memory m
WHERE {{seen}} AND m.created_at > :since AND m.deleted_at IS NULL GROUP BY 1 ORDER BY 1

-- starting --
-- The newest memories whose ids begin so, for completion: an id begins with its time, so its order is time's order.
SELECT m.id, CASE WHEN m.held IS NULL THEN substr(m.text, 1, :letters/* ::integer */) ELSE 'held for review' END FROM memory m
WHERE {{seen}} AND m.deleted_at IS NULL AND m.id >= :low AND m.id < :high ORDER BY m.id DESC LIMIT 50

-- supersede --
-- Set who took a memory's place, by id (an import restores chains with it).
UPDATE memory SET superseded_by = (SELECT s.n FROM memory s WHERE s.user = :user AND s.id = :by/* ::text */)
WHERE user = :user AND n = :n
