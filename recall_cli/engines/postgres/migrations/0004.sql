-- The nearest memories of one user by an index of that user alone (`vectors.py`), which an administrator makes for a
-- user with very many. Row-level security holds inside. The index is partial: the planner takes it because user and
-- model stand in the statement as they stand in the index.
CREATE FUNCTION nearest_in_index(model text, embedding halfvec, width bigint) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = recall, public, pg_temp SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('hnsw.ef_search', least(1000, greatest(100, width))::text, true),
    set_config('hnsw.iterative_scan', 'relaxed_order', true);
  RETURN QUERY EXECUTE format(
    'SELECT v.n FROM vector v WHERE v.tenant_id = %L AND v.model = %L ORDER BY v.embedding::halfvec(%s) <=> $1 LIMIT $2',
    tenant(), model, vector_dims(embedding)) USING embedding, width;
END $$;
REVOKE ALL ON FUNCTION nearest_in_index(text, halfvec, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nearest_in_index(text, halfvec, bigint) TO recall_app;

-- The memories that hold all of some phrases: those with the rarest stem, and of these the ones with all others. To count
-- every memory with every stem took longest where one of them is common. Any of them: as before.
CREATE OR REPLACE FUNCTION matching(match text) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SET search_path = recall, pg_temp AS $$
DECLARE
  own_tenant text := tenant();
  phrases jsonb := match::jsonb -> 'phrases';
  stems text[] := ARRAY(SELECT DISTINCT left(s.stem, 200) FROM jsonb_array_elements(phrases) p (v), unnest(strings(p.v::text)) s (stem));
  rarest text;
BEGIN
  IF NOT (match::jsonb ->> 'all')::boolean THEN
    RETURN QUERY
      WITH phrase AS MATERIALIZED (SELECT p.k, strings(p.v::text) AS stems FROM jsonb_array_elements(phrases) WITH ORDINALITY p (v, k)),
      part AS MATERIALIZED (SELECT DISTINCT p.k, left(s.stem, 200) AS stem FROM phrase p, unnest(p.stems) s (stem)),
      found AS (
        SELECT p.k, w.n FROM part p CROSS JOIN LATERAL (
          SELECT w.n FROM word w WHERE w.tenant_id = own_tenant AND w.stem = p.stem OFFSET 0) w
        GROUP BY p.k, w.n HAVING count(*) = (SELECT count(*) FROM part q WHERE q.k = p.k))
      SELECT DISTINCT f.n FROM found f JOIN phrase p ON p.k = f.k
      WHERE cardinality(p.stems) = 1 OR EXISTS (
        SELECT 1 FROM memory m WHERE m.tenant_id = own_tenant AND m.n = f.n
          AND strpos(m.stems, ' ' || array_to_string(p.stems, ' ') || ' ') > 0);
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(phrases) p (v) WHERE cardinality(strings(p.v::text)) = 0) THEN
    RETURN;  -- nothing holds a phrase without words
  END IF;
  SELECT s.stem INTO rarest FROM unnest(stems) s (stem)
  ORDER BY coalesce(
    (SELECT c.memories FROM common_term c WHERE c.tenant_id = own_tenant AND c.term = s.stem),
    (SELECT count(*) FROM (SELECT 1 FROM word w WHERE w.tenant_id = own_tenant AND w.stem = s.stem LIMIT 10000) w)) LIMIT 1;
  RETURN QUERY
    SELECT r.n FROM (SELECT w.n FROM word w WHERE w.tenant_id = own_tenant AND w.stem = rarest OFFSET 0) r
    WHERE (SELECT count(*) FROM unnest(stems) s (stem) CROSS JOIN LATERAL (
        SELECT 1 FROM word w WHERE w.tenant_id = own_tenant AND w.stem = s.stem AND w.n = r.n OFFSET 0) w) = cardinality(stems)
      AND NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(phrases) p (v)
        WHERE jsonb_array_length(p.v) > 1 AND NOT EXISTS (
          SELECT 1 FROM memory m WHERE m.tenant_id = own_tenant AND m.n = r.n
            AND strpos(m.stems, ' ' || array_to_string(strings(p.v::text), ' ') || ' ') > 0));
END $$;
REVOKE ALL ON FUNCTION matching(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching(text) TO recall_app;
