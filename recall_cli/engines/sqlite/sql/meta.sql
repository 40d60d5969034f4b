-- get --
-- Something that the store knows of itself.
SELECT value FROM meta WHERE :user IS NOT NULL AND key = :key
