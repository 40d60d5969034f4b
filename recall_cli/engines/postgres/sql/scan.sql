-- write_moved --
-- The same, where a merge moved it.
WITH dropped AS (
  DELETE FROM moved_mark d WHERE d.tenant_id = :user AND d.mark = :mark
  RETURNING d.tenant_id, d.op, d.origin, d.target)
INSERT INTO moved_mark (tenant_id, op, mark, origin, target) SELECT tenant_id, op, :clean, origin, target FROM dropped
ON CONFLICT (tenant_id, op, mark) DO UPDATE SET origin = excluded.origin, target = excluded.target
