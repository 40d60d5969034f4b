-- memory --
-- The words of memories in any state.
SELECT m.n, m.id, m.text, m.topic, m.entity, m.attribute, m.value, m.qualifier, m.agent, m.session, m.span, m.held,
  m.extracted_by, m.tags, m.anchors, m.metadata, m.hash, m.fact, m.grams
FROM memory m WHERE m.tenant_id = :user AND m.n > :after ORDER BY m.n LIMIT nullif(:limit, -1)

-- write_memory --
-- Rewrite these columns.
UPDATE memory SET text = :text, topic = :topic, entity = :entity, attribute = :attribute, value = :value,
  qualifier = :qualifier, agent = :agent, session = :session, span = :span, held = :held, extracted_by = :extracted_by,
  tags = :tags, anchors = :anchors, metadata = :metadata, hash = :hash, fact = :fact, grams = :grams, stems = :stems, word_count = :word_count
WHERE tenant_id = :user AND n = :n

-- change --
-- What operations remember of memories, with the memory's id and its attribute as it is now.
SELECT c.op, c.memory, m.id, c.before, c.after, m.attribute FROM change c JOIN memory m ON m.n = c.memory
WHERE m.tenant_id = :user AND (c.op, c.memory) > (:after, :then) ORDER BY c.op, c.memory LIMIT nullif(:limit, -1)

-- write_change --
-- Rewrite both sides.
UPDATE change SET before = :before::text, after = :after::text
WHERE tenant_id = :user AND op = :op AND memory = (SELECT m.n FROM memory m WHERE m.tenant_id = :user AND m.n = :n)

-- job --
-- The payloads and errors of jobs.
SELECT n, id, key, payload, error, finished_at FROM job WHERE tenant_id = :user AND n > :after ORDER BY n LIMIT nullif(:limit, -1)

-- write_job --
-- Rewrite these columns.
UPDATE job SET key = :key, payload = :payload, error = :error WHERE tenant_id = :user AND n = :n

-- operation --
-- Who wrote, and the notes about it.
SELECT n, n, note, agent, session FROM operation WHERE tenant_id = :user AND n > :after ORDER BY n LIMIT nullif(:limit, -1)

-- write_operation --
-- Rewrite these columns.
UPDATE operation SET note = :note, agent = :agent, session = :session WHERE tenant_id = :user AND n = :n

-- project --
-- What projects are called, and what they are recognised by.
SELECT p.n, p.n, p.name, (SELECT coalesce(json_agg(i.mark), '[]'::json)::text FROM identity i WHERE i.tenant_id = p.tenant_id AND i.project = p.n)
FROM project p WHERE p.tenant_id = :user AND p.n > :after ORDER BY p.n LIMIT nullif(:limit, -1)

-- write_project --
-- Another name.
UPDATE project SET name = :name WHERE tenant_id = :user AND n = :n

-- write_mark --
-- Rewrite a mark, unless the clean one stands for another project.
UPDATE identity SET mark = :clean WHERE tenant_id = :user AND mark = :mark
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.mark = :clean)

-- drop_mark --
-- The old name, where the new one was taken.
DELETE FROM identity WHERE tenant_id = :user AND mark = :mark

-- write_moved --
-- The same, where a merge moved it.
WITH dropped AS (
  DELETE FROM moved_mark d WHERE d.tenant_id = :user AND d.mark = :mark
  RETURNING d.tenant_id, d.op, d.origin, d.target)
INSERT INTO moved_mark (tenant_id, op, mark, origin, target) SELECT tenant_id, op, :clean, origin, target FROM dropped
ON CONFLICT (tenant_id, op, mark) DO UPDATE SET origin = excluded.origin, target = excluded.target

-- asked --
-- The past questions.
SELECT n, n, query FROM asked WHERE tenant_id = :user AND n > :after ORDER BY n LIMIT nullif(:limit, -1)

-- write_asked --
-- Remove a question that contained a secret; it need not be asked again.
DELETE FROM asked WHERE tenant_id = :user AND n = :n
