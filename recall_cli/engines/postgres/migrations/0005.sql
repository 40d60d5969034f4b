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
