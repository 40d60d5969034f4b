-- tables --
-- The ordinary tables of a database; no view and no virtual table, whose reading could run what its maker wrote.
SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL AND sql NOT LIKE 'CREATE VIRTUAL%'

-- columns --
-- The columns of a table.
SELECT name FROM pragma_table_info(:table)

-- opencode_sessions --
-- The sessions of opencode, the one that was used last at the end.
SELECT id, directory AS folder, time_updated AS at FROM session ORDER BY time_updated, id

-- opencode_parts --
-- What was said in one session of opencode from a moment on.
SELECT p.id AS id, p.time_updated AS at, p.data AS part, m.data AS message, s.parent_id AS parent
FROM part p JOIN message m ON m.id = p.message_id JOIN session s ON s.id = p.session_id
WHERE s.id = :session AND p.time_updated >= :since ORDER BY p.time_updated, p.id

-- memori --
-- Every memory of Memori.
SELECT * FROM memories ORDER BY created_at, id

-- szl --
-- Every memory of Recall, the one from szl-recall.
SELECT * FROM memories ORDER BY created_at, id

-- claude_mem_observations --
-- Everything that claude-mem observed.
SELECT * FROM observations ORDER BY id

-- claude_mem_summaries --
-- Every summary of a session by claude-mem.
SELECT * FROM session_summaries ORDER BY id
