-- terms_from --
-- The words of the index that begin in the same way.
SELECT DISTINCT w.stem FROM word w WHERE w.tenant_id = :user AND w.stem >= :start AND w.stem < :end

-- memories_of_terms --
-- The memories that any of these words of the index is in.
SELECT DISTINCT w.n FROM word w WHERE w.tenant_id = :user AND w.stem = ANY (strings(:terms))

-- is_said --
-- Whether a memory of this tenant that matches the query contains exactly one of these words.
SELECT 1 WHERE EXISTS (
  SELECT 1 FROM memory m JOIN unnest(strings(:words)) w (value)
    ON strpos(lower(concat_ws(' ', m.text, m.tags, m.topic, m.entity, m.attribute, m.value) COLLATE "C"), w.value) > 0
  WHERE m.tenant_id = :user AND m.n = ANY (ARRAY(SELECT matching(:match))))

-- waiting --
-- The jobs that would bring in what belongs to a project or a topic, with what they hold.
SELECT j.n, j.payload FROM job j WHERE j.tenant_id = :user AND j.payload <> ''
  AND (:project IS NULL OR j.payload::jsonb ->> 'place' = (SELECT p.name FROM project p WHERE p.tenant_id = :user AND p.n = :project)
    OR EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND i.project = :project
               AND j.payload::jsonb #> '{place,marks}' ? i.mark))
  AND (:topic IS NULL OR j.payload::jsonb #>> '{said,topic}' = :topic)

-- words --
-- Everything that memories say, for looking whether it is gone afterwards; and their texts alone.
SELECT m.n, m.id, m.trust, m.text, concat_ws(' ', m.text, m.topic, m.entity, m.attribute, m.value, m.qualifier, m.tags, m.span, m.anchors, m.metadata,
  (SELECT string_agg(CASE WHEN v.key LIKE 'tags.%' THEN substr(v.key, 6) || ' ' ELSE '' END || coalesce(v.value, ''), ' ')
   FROM change c, unnest(ARRAY[c.before, c.after]) side (text), jsonb_each_text(side.text::jsonb) v WHERE c.memory = m.n))
FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers))

-- places --
-- The index of words is a table already.
SELECT 1 WHERE :user IS NULL

-- page_keys --
-- The index of words has no keys of pages.
SELECT 1 WHERE :user IS NULL

-- still_said --
-- Which stems of a JSON list the index of words still knows.
SELECT v.value FROM unnest(strings(:stems)) v (value) CROSS JOIN LATERAL (
  SELECT 1 FROM word w WHERE w.tenant_id = :user AND w.stem = left(v.value, 200) ORDER BY w.n DESC LIMIT 1) w

-- elsewhere --
-- Where else a word remains, in other rows.
SELECT 'project' WHERE EXISTS (SELECT 1 FROM project p WHERE p.tenant_id = :user AND strpos(lower(concat_ws(' ', p.name) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM identity i WHERE i.tenant_id = :user AND strpos(lower(concat_ws(' ', i.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND strpos(lower(concat_ws(' ', m.text, m.tags, m.topic, m.entity, m.attribute, m.value, m.grams) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM memory m WHERE m.tenant_id = :user AND strpos(lower(concat_ws(' ', m.fact, m.type, m.source, m.trust, m.qualifier, m.span, m.anchors, m.metadata, m.agent, m.session, m.held, m.extracted_by) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'history' WHERE EXISTS (SELECT 1 FROM change c WHERE c.tenant_id = :user AND strpos(lower(concat_ws(' ', c.before, c.after) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM operation o WHERE o.tenant_id = :user AND strpos(lower(concat_ws(' ', o.kind, o.trust, o.note, o.agent, o.session) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'job' WHERE EXISTS (SELECT 1 FROM job j WHERE j.tenant_id = :user AND strpos(lower(concat_ws(' ', j.kind, j.state, j.payload, j.key, j.result, j.error) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'recall' WHERE EXISTS (SELECT 1 FROM meta k WHERE k.tenant_id = :user AND strpos(lower(concat_ws(' ', k.key, k.value) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'transcript' WHERE EXISTS (SELECT 1 FROM transcript t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.path, t.agent, t.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'question' WHERE EXISTS (SELECT 1 FROM asked q WHERE q.tenant_id = :user AND strpos(lower(concat_ws(' ', q.query, q.agent) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'copy' WHERE EXISTS (SELECT 1 FROM backup b WHERE b.tenant_id = :user AND strpos(lower(concat_ws(' ', b.path) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'project' WHERE EXISTS (SELECT 1 FROM moved_mark k WHERE k.tenant_id = :user AND strpos(lower(concat_ws(' ', k.mark) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'log' WHERE EXISTS (SELECT 1 FROM shown s WHERE s.tenant_id = :user AND strpos(lower(concat_ws(' ', s.session, s.agent) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM contest c WHERE c.tenant_id = :user AND strpos(lower(concat_ws(' ', c.fact, c.reason) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'memory' WHERE EXISTS (SELECT 1 FROM resolution r WHERE r.tenant_id = :user AND strpos(lower(concat_ws(' ', r.fact, r.kind) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'token' WHERE EXISTS (SELECT 1 FROM token t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.name, t.agent, t.rights, t.topics, t.projects) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'task' WHERE EXISTS (SELECT 1 FROM task t WHERE t.tenant_id = :user AND strpos(lower(concat_ws(' ', t.key, t.context, t.state, t.request, t.progress, t.holder) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM embedding e WHERE e.tenant_id = :user AND strpos(lower(concat_ws(' ', e.model, e.name, e.folder, e.file) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'model' WHERE EXISTS (SELECT 1 FROM spend s WHERE s.tenant_id = :user AND strpos(lower(concat_ws(' ', s.model, s.outcome) COLLATE "C"), :word) > 0)
UNION ALL SELECT 'user' WHERE strpos(lower(:user COLLATE "C"), :word) > 0

-- results --
-- What finished jobs remember of memories that go.
UPDATE job SET result = (jsonb_set(result::jsonb, '{memories}', '[]') - 'digest')::text,
  key = CASE WHEN key LIKE 'text:%' THEN NULL ELSE key END
WHERE tenant_id = :user AND result IS NOT NULL AND EXISTS (
  SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers)) AND result::jsonb -> 'memories' ? m.id)

-- tasks --
-- What tasks remember of memories that go; one that is not over cannot go on without them.
UPDATE task SET version = version + 1,
  state = CASE WHEN state IN ('submitted', 'working', 'input-required') THEN 'failed' ELSE state END,
  progress = json_build_object('op', progress::json -> 'op', 'error', 'a memory of this task was erased')::text
WHERE tenant_id = :user AND EXISTS (
  SELECT 1 FROM memory m WHERE m.tenant_id = :user AND m.n = ANY (numbers(:numbers)) AND strpos(task.progress, m.id) > 0)

-- loosely --
-- Removed words leave the index with their rows.
SELECT 1 WHERE :user IS NULL

-- strictly --
-- Removed words leave the index with their rows.
SELECT 1 WHERE :user IS NULL

-- terms --
-- Remove the counts of words that no memory contains.
DELETE FROM common_term WHERE tenant_id = :user
  AND (SELECT w.n FROM word w WHERE w.tenant_id = :user AND w.stem = common_term.term ORDER BY w.n DESC LIMIT 1) IS NULL

-- begin --
-- Note that the server may keep erased words until it is cleaned; each erasure has its own mark.
INSERT INTO meta (tenant_id, key, value) VALUES (:user, 'erasing', :now::text)
ON CONFLICT (tenant_id, key) DO UPDATE SET value = greatest(:now, meta.value::bigint + 1)::text RETURNING value

-- user_blocks --
-- There are no blocks of vectors here.
SELECT 1 WHERE :user IS NULL

-- user_shapes --
-- There are no blocks of vectors here.
SELECT 1 WHERE :user IS NULL

-- has_team_spaces --
-- Whether the tables of this server know team spaces.
SELECT 1 WHERE tenant() = :user AND to_regprocedure('recall.team_forget()') IS NOT NULL

-- user_team_spaces --
-- What the user shares there, and where they are a member.
SELECT team_forget() WHERE tenant() = :user
