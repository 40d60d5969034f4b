-- remember_removed --
-- The record of that, before it is done.
INSERT INTO change (op, memory, before, after)
SELECT :op, m.n, json_object('deleted_at', NULL, 'updated_at', m.updated_at), json_object('deleted_at', :now, 'updated_at', :now)
FROM memory m WHERE m.user = :user AND m.born = :born AND m.deleted_at IS NULL
ON CONFLICT (op, memory) DO UPDATE SET
  before = json_insert(json_set(change.before, '$.deleted_at', NULL), '$.updated_at', excluded.before ->> 'updated_at'),
  after = json_set(change.after, '$.deleted_at', :now, '$.updated_at', :now)
