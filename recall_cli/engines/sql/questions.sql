-- ask --
-- Whether one memory made another outdated; a pair is asked about once, in either order.
INSERT INTO update_question (user, /* n, */ newer, older, reason, asked_at, op)
SELECT :user, /* next_number(update_question), */ :newer_n, :older_n, :reason, coalesce(:asked_at, :now), :op
WHERE :newer_n <> :older_n AND NOT EXISTS (
  SELECT 1 FROM update_question q JOIN operation o ON o.n = q.op AND o.undone_by IS NULL
  WHERE q.user = :user AND (q.newer = :newer_n AND q.older = :older_n OR q.newer = :older_n AND q.older = :newer_n))
  AND NOT EXISTS (
    SELECT 1 FROM link l JOIN operation o ON o.n = l.op AND o.undone_by IS NULL
    WHERE l.user = :user AND l.kind = 'compatible' AND (l.one = :newer_n AND l.other = :older_n OR l.one = :older_n AND l.other = :newer_n))
RETURNING n

-- any --
-- Whether there is any question at all.
SELECT 1 FROM update_question WHERE user = :user LIMIT 1

-- open --
-- The open questions, the newest first; of a JSON list of memories, those with one of them on either side.
SELECT q.n, q.newer, q.older, q.reason, q.asked_at FROM update_question q
JOIN operation o ON o.n = q.op AND o.undone_by IS NULL
JOIN memory m ON m.n = q.newer JOIN memory b ON b.n = q.older
WHERE q.user = :user AND (:numbers IS NULL
    OR q.newer IN (SELECT value FROM json_each(:numbers)) OR q.older IN (SELECT value FROM json_each(:numbers)))
  AND {{seen}} AND {{open_question}}
ORDER BY q.n DESC LIMIT :limit

-- replaced_by --
-- Which believed memory each of a JSON list was perhaps replaced by: the newest, by its id.
SELECT q.older, m.id FROM json_each(:numbers) j CROSS JOIN update_question q ON q.older = j.value
JOIN operation o ON o.n = q.op AND o.undone_by IS NULL
JOIN memory m ON m.n = q.newer JOIN memory b ON b.n = q.older
WHERE q.user = :user AND {{seen}} AND {{open_question}} ORDER BY q.n

-- by_number --
-- One question, open or not.
SELECT q.n, q.newer, q.older, q.reason, q.asked_at FROM update_question q
JOIN operation o ON o.n = q.op AND o.undone_by IS NULL
WHERE q.user = :user AND q.n = :n

-- of_memories --
-- All questions that the memories of a JSON list were stored with, each with its answer, as an export has them.
SELECT q.newer, b.id, q.reason, q.asked_at,
  (SELECT w.choice FROM update_answer w JOIN operation p ON p.n = w.op AND p.undone_by IS NULL
   WHERE w.question = q.n AND w.is_proposal = 0 ORDER BY w.n DESC LIMIT 1)
FROM json_each(:numbers) j CROSS JOIN update_question q ON q.newer = j.value
JOIN operation o ON o.n = q.op AND o.undone_by IS NULL JOIN memory b ON b.n = q.older
WHERE q.user = :user ORDER BY q.n

-- answer --
-- What a reader answered or proposed, as part of an operation.
INSERT INTO update_answer (user, /* n, */ question, choice, is_proposal, agent, at, op)
VALUES (:user, /* next_number(update_answer), */ :question, :choice, :is_proposal, :agent, :now, :op)

-- answers --
-- The answers to a question that stand, the newest first: what, only proposed, by which agent, when.
SELECT w.choice, w.is_proposal, w.agent, w.at FROM update_answer w
JOIN operation p ON p.n = w.op AND p.undone_by IS NULL
WHERE w.user = :user AND w.question = :question ORDER BY w.n DESC

-- periods --
-- Every question, also those that are over: when it was asked, and when that was undone.
SELECT q.n, q.newer, q.older, q.reason, q.asked_at, (SELECT u.at FROM operation u WHERE u.n = o.undone_by)
FROM update_question q JOIN operation o ON o.n = q.op WHERE q.user = :user ORDER BY q.n

-- answer_periods --
-- Every answer and proposal, also those that were undone: to which question, what, by which agent, since when, until when.
SELECT w.question, w.choice, w.is_proposal, w.agent, w.at, (SELECT u.at FROM operation u WHERE u.n = p.undone_by)
FROM update_answer w JOIN operation p ON p.n = w.op WHERE w.user = :user ORDER BY w.n

-- restore --
-- A question between two memories by their ids, where both are here.
INSERT INTO update_question (user, /* n, */ newer, older, reason, asked_at, op)
SELECT :user, /* next_number(update_question), */ a.n, b.n, :reason, :asked_at, :op FROM memory a JOIN memory b ON b.id = :older AND b.user = :user
WHERE a.id = :newer AND a.user = :user AND a.n <> b.n AND NOT EXISTS (
  SELECT 1 FROM update_question q JOIN operation o ON o.n = q.op AND o.undone_by IS NULL
  WHERE q.user = :user AND (q.newer = a.n AND q.older = b.n OR q.newer = b.n AND q.older = a.n))
RETURNING n
