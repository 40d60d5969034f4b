-- remember_removed --
-- The record of that, before it is done.
INSERT INTO change (tenant_id, op, memory, before, after)
SELECT m.tenant_id, :op, m.n, json_build_object('deleted_at', NULL, 'updated_at', m.updated_at)::text, json_build_object('deleted_at', :now, 'updated_at', :now)::text
FROM memory m WHERE m.tenant_id = :user AND m.born = :born AND m.deleted_at IS NULL
ON CONFLICT (tenant_id, op, memory) DO UPDATE SET
  before = CASE WHEN change.before::jsonb ? 'updated_at' THEN json_put(change.before, 'deleted_at', 'null')
    ELSE json_put(json_put(change.before, 'deleted_at', 'null'), 'updated_at', excluded.before::json ->> 'updated_at') END,
  after = json_put(json_put(change.after, 'deleted_at', :now::text), 'updated_at', :now::text)
