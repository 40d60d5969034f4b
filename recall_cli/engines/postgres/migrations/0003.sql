-- Memories that leave the index of words: many of a tenant together by one pass over its index, a few word by word.
CREATE OR REPLACE FUNCTION index_removed() RETURNS trigger LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM removed) * 20 > (
      SELECT sum(t.memories) FROM word_total t WHERE t.tenant_id IN (SELECT r.tenant_id FROM removed r)) THEN
    -- one tenant at a time, by row-level security; `+ 0` lets no index be searched for each of so many numbers
    DELETE FROM word w WHERE w.tenant_id = (SELECT tenant()) AND w.n + 0 IN (SELECT r.n FROM removed r);
  ELSE
    DELETE FROM word w USING removed r, word_hits(r.stems) h
    WHERE w.tenant_id = r.tenant_id AND w.stem = h.stem AND w.n = r.n;
  END IF;
  UPDATE word_total t SET memories = t.memories - r.memories, words = t.words - r.words
  FROM (SELECT tenant_id, count(*) AS memories, sum(word_count) AS words FROM removed GROUP BY 1) r
  WHERE t.tenant_id = r.tenant_id;
  RETURN NULL;
END $$;
