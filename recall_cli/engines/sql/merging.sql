-- mergeable --
-- What may become a part of something else: believed, of no dates of its own, not protected, contested or bound to a
-- file, no answer to a contest, not taken out of a union before by an undo, not a colleague's word, and not the user's own
-- unless they want that; the newest first.
SELECT m.n, m.project FROM memory m
WHERE {{seen}} AND {{present}} AND {{wanted}}
  AND m.pinned = 0 AND m.anchors IS NULL AND m.valid_from IS NULL AND m.valid_until IS NULL AND m.confidence > :claim
  AND m.trust <> 'colleague' AND (:own OR m.trust <> 'user') AND NOT ({{in_contest}})
  AND NOT EXISTS (SELECT 1 FROM resolution r WHERE r.user = m.user AND r.answer = m.n)
  AND NOT EXISTS (SELECT 1 FROM change h JOIN operation o ON o.n = h.op
    WHERE h.memory = m.n AND o.kind IN ('consolidate', 'pattern') AND o.undone_by IS NOT NULL)
ORDER BY m.n DESC LIMIT :limit
