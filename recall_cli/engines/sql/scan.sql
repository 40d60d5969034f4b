-- memory --
-- The words of memories in any state.
SELECT m.n, m.id, m.text, m.topic, m.entity, m.attribute, m.value, m.qualifier, m.agent, m.session, m.span, m.held,
  m.extracted_by, m.tags, m.anchors, m.metadata, m.hash, m.fact, m.grams
FROM memory m WHERE m.user = :user AND m.n > :after ORDER BY m.n LIMIT :limit

-- write_memory --
-- Rewrite these columns.
UPDATE memory SET text = :text, topic = :topic, entity = :entity, attribute = :attribute, value = :value,
  qualifier = :qualifier, agent = :agent, session = :session, span = :span, held = :held, extracted_by = :extracted_by,
  tags = :tags, anchors = :anchors, metadata = :metadata, hash = :hash, fact = :fact, grams = :grams /* , stems = :stems, word_count = :word_count */
WHERE user = :user AND n = :n

-- change --
-- What operations remember of memories, with the memory's id and its attribute as it is now.
SELECT c.op, c.memory, m.id, c.before, c.after, m.attribute FROM change c JOIN memory m ON m.n = c.memory
WHERE m.user = :user AND (c.op, c.memory) > (:after, :then) ORDER BY c.op, c.memory LIMIT :limit

-- write_change --
-- Rewrite both sides.
UPDATE change SET before = :before/* ::text */, after = :after/* ::text */
WHERE /* user = :user AND */ op = :op AND memory = (SELECT m.n FROM memory m WHERE m.user = :user AND m.n = :n)

-- job --
-- The payloads and errors of jobs.
SELECT n, id, key, payload, error, finished_at FROM job WHERE user = :user AND n > :after ORDER BY n LIMIT :limit

-- write_job --
-- Rewrite these columns.
UPDATE job SET key = :key, payload = :payload, error = :error WHERE user = :user AND n = :n

-- operation --
-- Who wrote, and the notes about it.
SELECT n, n, note, agent, session FROM operation WHERE user = :user AND n > :after ORDER BY n LIMIT :limit

-- write_operation --
-- Rewrite these columns.
UPDATE operation SET note = :note, agent = :agent, session = :session WHERE user = :user AND n = :n

-- project --
-- What projects are called, and what they are recognised by.
SELECT p.n, p.n, p.name, (SELECT json_group_array(i.mark) FROM identity i WHERE i.user = p.user AND i.project = p.n)
FROM project p WHERE p.user = :user AND p.n > :after ORDER BY p.n LIMIT :limit

-- write_project --
-- Another name.
UPDATE project SET name = :name WHERE user = :user AND n = :n

-- write_mark --
-- Rewrite a mark, unless the clean one stands for another project.
UPDATE identity SET mark = :clean WHERE user = :user AND mark = :mark
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.user = :user AND i.mark = :clean)

-- drop_mark --
-- The old name, where the new one was taken.
DELETE FROM identity WHERE user = :user AND mark = :mark

-- asked --
-- The past questions.
SELECT n, n, query FROM asked WHERE user = :user AND n > :after ORDER BY n LIMIT :limit

-- write_asked --
-- Remove a question that contained a secret; it need not be asked again.
DELETE FROM asked WHERE user = :user AND n = :n
