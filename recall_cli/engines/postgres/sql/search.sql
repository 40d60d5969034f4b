-- size --
-- How many memories the index holds.
SELECT coalesce((SELECT t.memories FROM word_total t WHERE t.tenant_id = :user), 0)

-- counts --
-- In how many memories each term of a JSON list is: known for common ones, counted in the index for the others.
SELECT v.value, coalesce(
  (SELECT c.memories FROM common_term c WHERE c.tenant_id = :user AND c.term = left(v.value, 200)),
  (SELECT count(*) FROM word w WHERE w.tenant_id = :user AND w.stem = left(v.value, 200)))
FROM unnest(strings(:terms)) v (value)

-- stems --
-- Stems that begin with a letter and have about one length.
SELECT DISTINCT w.stem FROM word w WHERE w.tenant_id = :user AND w.stem >= :low AND w.stem < :high
  AND length(w.stem) BETWEEN :shortest AND :longest LIMIT :limit

-- counts_apart --
-- The same separately: as the index counts it, and the stored count if the word is common.
SELECT v.value, CASE WHEN c.memories IS NULL THEN (
  SELECT count(*) FROM word w WHERE w.tenant_id = :user AND w.stem = left(v.value, 200)) ELSE 0 END, c.memories
FROM unnest(strings(:terms)) v (value) LEFT JOIN common_term c ON c.tenant_id = :user AND c.term = left(v.value, 200)

-- words --
-- The best matches by words among the believed memories; the other wordings (w) of one lead to it.
{{ranked}}
SELECT m.n, s.score, w.n <> m.n FROM score s CROSS JOIN LATERAL (
  SELECT * FROM memory w WHERE w.tenant_id = :user AND w.n = s.n OFFSET 0) w CROSS JOIN LATERAL (
  SELECT * FROM memory m
  WHERE m.tenant_id = :user AND m.n = CASE WHEN w.superseded_at IS NULL THEN w.n ELSE {{reworded}} END OFFSET 0) m
WHERE {{seen}} AND {{present}} AND {{wanted}}
  AND w.classification <= :clearance AND w.deleted_at IS NULL AND w.held IS NULL
ORDER BY s.score DESC, s.n LIMIT nullif(:limit, -1)

-- own_words --
-- The same among what the user stated.
{{ranked}}
SELECT m.n FROM score s CROSS JOIN LATERAL (
  SELECT * FROM memory m WHERE m.tenant_id = :user AND m.n = s.n OFFSET 0) m
WHERE m.trust = 'user' AND {{seen}} AND {{present}} AND {{wanted}}
ORDER BY s.score DESC, s.n LIMIT nullif(:limit, -1)

-- words_any --
-- The same for a moment in the past, or with more than the believed memories.
{{ranked}}
SELECT m.n, s.score FROM score s CROSS JOIN LATERAL (
  SELECT * FROM memory m WHERE m.tenant_id = :user AND m.n = s.n OFFSET 0) m
WHERE {{seen}} AND {{believed}} AND {{wanted}} AND m.n <> ALL (numbers(:except))
ORDER BY s.score DESC, s.n LIMIT nullif(:limit, -1)

-- holding --
-- A few live memories of one project that hold all of some words.
SELECT m.n FROM memory m
WHERE m.n = ANY (ARRAY(SELECT matching(:match))) AND {{seen}} AND m.project IS NOT DISTINCT FROM :project AND {{present}}
ORDER BY m.n LIMIT nullif(:limit, -1)

-- revisable --
-- The believed memories of one project, or of none, that share words with a new text, the best matches first.
{{ranked}}
SELECT m.n FROM score s CROSS JOIN LATERAL (
  SELECT * FROM memory m WHERE m.tenant_id = :user AND m.n = s.n OFFSET 0) m
WHERE m.n > :after AND {{seen}} AND (m.project IS NOT DISTINCT FROM :project OR m.project IS NULL)
  AND m.deleted_at IS NULL AND m.superseded_at IS NULL AND m.held IS NULL AND (m.valid_until IS NULL OR m.valid_until > :now)
ORDER BY s.score DESC, s.n LIMIT nullif(:limit, -1)

-- newest_holder --
-- The memory with a word that so many newer ones with it follow.
SELECT w.n FROM word w WHERE w.tenant_id = :user AND w.stem = left(:stem, 200) AND :match <> ''
ORDER BY w.n DESC LIMIT 1 OFFSET :offset

-- holding_before --
-- The same up to a row.
SELECT m.n FROM memory m
WHERE m.n = ANY (ARRAY(SELECT matching(:match))) AND m.n <= :last AND {{seen}} AND m.project IS NOT DISTINCT FROM :project
  AND {{present}}
ORDER BY m.n LIMIT nullif(:limit, -1)

-- past_table --
-- The engine keeps past wordings itself (past_wordings).
SELECT 1 WHERE :user IS NULL

-- past_clear --
-- The engine keeps past wordings itself.
SELECT 1 WHERE :user IS NULL

-- past_add --
-- The engine keeps past wordings itself.
SELECT 1 WHERE :user IS NULL

-- past_words --
-- The engine ranks past wordings itself.
SELECT 1 WHERE :user IS NULL

-- rebuild --
-- Rebuild the index from the memories.
SELECT rebuild_index() WHERE :user IS NOT NULL

-- rebuild_rest --
-- A trigger has removed the words of erased memories already.
SELECT 1 WHERE :user IS NULL

-- common --
-- Terms in more than one memory in a hundred, counted once so that no search has to.
SELECT w.stem, count(*) FROM word w WHERE w.tenant_id = :user GROUP BY 1 HAVING count(*) > :least

-- keep_common --
-- The counts of a JSON list, but for terms that have been erased since they were counted.
INSERT INTO common_term (tenant_id, term, memories)
SELECT :user, j.value ->> 0, (j.value ->> 1)::bigint FROM jsonb_array_elements(:counts::jsonb) j (value)
CROSS JOIN LATERAL (SELECT 1 FROM word w WHERE w.tenant_id = :user AND w.stem = j.value ->> 0 ORDER BY w.n DESC LIMIT 1) w
ON CONFLICT DO NOTHING

-- gather --
-- The index is one table, without pieces.
SELECT 1 WHERE :user IS NULL

-- merge --
-- The index is one table, without pieces.
SELECT 1 WHERE :user IS NULL

-- pieces --
-- The index is one table, without pieces.
SELECT 1 WHERE :user IS NULL

-- write --
-- The index is one table, without pieces.
SELECT 1 WHERE :user IS NULL
