-- index_new --
-- A trigger has indexed them already.
SELECT 1 WHERE :user IS NULL
