-- position --
-- How far a file was read.
SELECT at, mark FROM transcript WHERE user = :user AND path = :path

-- move --
-- Move the position of a file, if no other process has moved it since `was`.
INSERT INTO transcript (user, path, agent, at, mark, read_at)
VALUES (:user, :path, :agent, :at, :mark, :now)
ON CONFLICT (user, path) DO UPDATE SET at = :at, mark = :mark, read_at = :now
WHERE transcript.at = :was_at AND transcript.mark = :was_mark
RETURNING at

-- heard --
-- Which turns of a JSON list were read before.
SELECT turn FROM heard WHERE user = :user AND turn IN (SELECT value FROM json_each(:turns))

-- hear --
-- Turns that are read now; those read before are left out of the answer.
INSERT INTO heard (user, turn, at) SELECT :user, t.value, :now FROM json_each(:turns) t WHERE true
ON CONFLICT DO NOTHING RETURNING turn

-- met_again --
-- Renew the turns of a JSON list that are in another file too, if not renewed for a month.
UPDATE heard SET at = :now WHERE user = :user AND at < :before AND turn IN (SELECT value FROM json_each(:turns))

-- forget_turns --
-- Some of the turns that were met in no file since then.
DELETE FROM heard WHERE user = :user AND turn IN (
  SELECT h.turn FROM heard h WHERE h.user = :user AND h.at < :before LIMIT :limit)

-- read_before --
-- Files that nothing was read of since then.
SELECT path FROM transcript WHERE user = :user AND read_at < :before

-- newest --
-- The files that were read last, and how far.
SELECT path, agent, at, read_at FROM transcript
WHERE user = :user AND read_at > :since ORDER BY read_at DESC LIMIT :limit

-- forget --
-- How far files of a JSON list were read is known no longer.
DELETE FROM transcript WHERE user = :user AND path IN (SELECT value FROM json_each(:paths))
