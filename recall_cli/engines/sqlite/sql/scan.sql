-- write_moved --
-- The same, where a merge moved it.
UPDATE OR REPLACE moved_mark SET mark = :clean WHERE user = :user AND mark = :mark
