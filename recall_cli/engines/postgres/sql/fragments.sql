-- first_words --
-- The beginning of the first memory that an operation (o) touched, if it is visible and not held: the text that it had
-- after the operation, unless it was held or classified otherwise at some time.
(SELECT substr(coalesce((SELECT c.before::json ->> 'text' FROM change c
    WHERE c.memory = m.n AND c.op > o.n AND c.before::json ->> 'text' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM change h WHERE h.memory = m.n AND (h.before::jsonb ? 'held' OR h.before::jsonb ? 'classification'))
    ORDER BY c.op LIMIT 1), m.text), 1, 200)
   FROM memory m WHERE {{seen}} AND m.held IS NULL
   AND m.n = coalesce((SELECT min(b.n) FROM memory b WHERE b.born = o.n), (SELECT min(c.memory) FROM change c WHERE c.op = o.n)))

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

-- vector_of --
-- Whether a vector (v) is that of a memory (m) from a model.
v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n

-- matching --
-- The condition that a row number is that of a memory which matches a query of the index.
= ANY (ARRAY(SELECT matching(:match)))
