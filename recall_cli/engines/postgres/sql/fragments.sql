-- ranked --
-- The memories that hold the words of a question, the best first: bm25 as SQLite's FTS5 computes it (k1 1.2, b 0.75), from
-- the counts in the index. `:match` is made by `word_terms`. Rows are read one set after the other (`OFFSET 0` keeps it
-- so): the plan is good for small and large tenants, with statistics or without. The sums are added up word by word, as
-- FTS5 does it, because what is read first comes first: equal scores are equal on both engines.
WITH whole AS MATERIALIZED (
  SELECT t.memories::double precision AS memories, t.words::double precision / t.memories AS mean FROM word_total t
  WHERE t.tenant_id = :user AND t.memories > 0),
term AS MATERIALIZED (
  SELECT left(t.stem, 200) AS stem, left(t.stem, 200) || chr(CASE WHEN t.prefix THEN 1114111 ELSE 1 END) AS stem_end,
    t.grams, t.prefix OR t.grams AS is_range, t.anchor, t.times, t.count
  FROM jsonb_to_recordset(:match::jsonb -> 'terms') t (
    stem text, prefix boolean, grams boolean, anchor boolean, times integer, count double precision)),
asked AS MATERIALIZED (
  SELECT a.*, h.mean, c.held,
    greatest(ln((h.memories - c.held + 0.5::double precision) / (c.held + 0.5::double precision)), 1e-6) AS weight
  FROM term a CROSS JOIN whole h CROSS JOIN LATERAL (SELECT coalesce(a.count, CASE WHEN a.is_range
    THEN (SELECT count(*) FROM ({{postings}}) w)
    ELSE (SELECT count(*) FROM word w WHERE w.tenant_id = :user AND w.stem = a.stem) END) AS held OFFSET 0) c),
found AS MATERIALIZED (
  SELECT w.n, {{share}} AS share FROM asked a CROSS JOIN LATERAL ({{postings}}) w WHERE a.anchor AND a.times > 1),
candidate AS MATERIALIZED (
  SELECT f.n FROM found f GROUP BY f.n HAVING count(*) >= (:match::jsonb ->> 'least')::bigint),
score AS (
  SELECT f.n, sum(f.share) AS score FROM (
    SELECT w.n, {{share}} AS share, 1 AS anchors FROM asked a CROSS JOIN LATERAL ({{postings}}) w WHERE a.anchor AND a.times = 1
    UNION ALL SELECT d.n, d.share, 0 FROM found d
    UNION ALL SELECT d.n, d.share, 1 FROM found d
    UNION ALL SELECT p.n, p.share, 0 FROM (
      SELECT w.n, {{share}} AS share FROM asked a CROSS JOIN LATERAL ({{postings}}) w
      WHERE NOT a.anchor AND a.held <= 20000 OFFSET 0) p JOIN candidate c ON c.n = p.n
    UNION ALL SELECT w.n, {{share}}, 0 FROM candidate c CROSS JOIN asked a CROSS JOIN LATERAL (
      SELECT w.n, w.hits, w.length FROM ({{postings}}) w WHERE w.n = c.n OFFSET 0) w
      WHERE NOT a.anchor AND a.held > 20000) f
  GROUP BY f.n HAVING sum(f.anchors) >= (:match::jsonb ->> 'least')::bigint ORDER BY score DESC, f.n)

-- postings --
-- The memories that hold a term (a) of a question, and how often.
SELECT w.n, w.hits, w.length FROM word w
WHERE NOT a.is_range AND w.tenant_id = :user AND w.stem = a.stem AND w.n > coalesce((:match::jsonb ->> 'after')::bigint, 0)
UNION ALL
SELECT w.n, sum(CASE WHEN a.grams THEN w.gram_hits ELSE w.hits END), min(w.length) FROM word w
WHERE a.is_range AND w.tenant_id = :user AND w.stem >= a.stem AND w.stem < a.stem_end AND (NOT a.grams OR w.gram_hits > 0)
GROUP BY w.n

-- share --
-- What a term (a) adds to the score of a memory that holds it (w).
a.weight * (w.hits * 2.2::double precision / (w.hits + 1.2::double precision
  * (0.25::double precision + 0.75::double precision * w.length / a.mean)))

-- vector_of --
-- Whether a vector (v) is that of a memory (m) from a model.
v.tenant_id = m.tenant_id AND v.model = :model AND v.n = m.n

-- matching --
-- The condition that a row number is that of a memory which matches a query of the index.
= ANY (ARRAY(SELECT matching(:match)))
