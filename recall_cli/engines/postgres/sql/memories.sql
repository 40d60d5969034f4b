-- add_new --
-- Many new memories, column by column; their ids are known to be free.
INSERT INTO memory (
  tenant_id, n, id, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent,
  session, entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score,
  usefulness, helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held,
  pinned, anchors, metadata, extracted_by, span, hash, fact, grams, born, stems, word_count)
SELECT :user, (SELECT coalesce(max(b.n), 0) FROM memory b WHERE b.tenant_id = :user) + r.place,
  r.id, r.text, r.type, r.topic, r.project, r.importance, r.confidence, r.classification, r.shared, r.source,
  r.trust, r.agent, r.session, r.entity, r.attribute, r.value, r.qualifier, r.tags, r.created_at, r.updated_at,
  r.accessed_at, r.access_count, r.decay_score, r.usefulness, r.helpful, r.unhelpful, r.seen_count, r.seen_at,
  r.valid_from, r.valid_until, r.superseded_at, r.deleted_at, r.held, r.pinned, r.anchors, r.metadata,
  r.extracted_by, r.span, r.hash, r.fact, r.grams, r.born, r.stems, r.word_count
FROM unnest(
  :id[], :text[], :type[], :topic[], :project[], :importance[], :confidence[], :classification[], :shared[],
  :source[], :trust[], :agent[], :session[], :entity[], :attribute[], :value[], :qualifier[], :tags[], :created_at[],
  :updated_at[], :accessed_at[], :access_count[], :decay_score[], :usefulness[], :helpful[], :unhelpful[],
  :seen_count[], :seen_at[], :valid_from[], :valid_until[], :superseded_at[], :deleted_at[], :held[], :pinned[],
  :anchors[], :metadata[], :extracted_by[], :span[], :hash[], :fact[], :grams[], :born[], :stems[], :word_count[]) WITH ORDINALITY r (
  id, text, type, topic, project, importance, confidence, classification, shared, source, trust, agent, session,
  entity, attribute, value, qualifier, tags, created_at, updated_at, accessed_at, access_count, decay_score,
  usefulness, helpful, unhelpful, seen_count, seen_at, valid_from, valid_until, superseded_at, deleted_at, held,
  pinned, anchors, metadata, extracted_by, span, hash, fact, grams, born, stems, word_count, place)

-- index_new --
-- A trigger has indexed them already.
SELECT 1 WHERE :user IS NULL
