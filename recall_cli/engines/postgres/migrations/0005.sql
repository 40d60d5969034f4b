-- The statements inside were planned anew for each call: that took longer than to run them.
ALTER FUNCTION matching(text) SET plan_cache_mode = force_generic_plan;

-- A memory that goes is looked for once in each table that refers to it, and not twice: by default the server first looks
-- whether another row has its key by now. What refers to a memory still stands in its way.
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT c.conname, c.conrelid::regclass AS referring, pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c
    WHERE c.confrelid = 'memory'::regclass AND c.contype = 'f' AND c.confdeltype = 'a'
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s ON DELETE RESTRICT NOT VALID',
      reference.referring, reference.conname, reference.conname, replace(reference.definition, ' NOT VALID', ''));
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', reference.referring, reference.conname);
  END LOOP;
END $$;

-- One pass over a tenant's index for one in thirty of its memories and more, and not only for one in twenty: 50,000 of
-- 200,000 took 1.7 s of processor time by one pass and 7.0 s word by word.
CREATE OR REPLACE FUNCTION index_removed() RETURNS trigger LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM removed) * 30 > (
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
