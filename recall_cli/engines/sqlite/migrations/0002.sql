-- Fewer bytes a memory: a vector is found by one number, a text by the half of its hash.

CREATE TABLE vector_model (
  n INTEGER PRIMARY KEY CHECK (n < 64),
  name TEXT NOT NULL UNIQUE
);
INSERT INTO vector_model (name) VALUES ('static-1');
INSERT INTO vector_model (name) SELECT DISTINCT model FROM vector WHERE true ON CONFLICT DO NOTHING;

-- Every vector once, exactly; its place is the number of its memory times 64, and that of the model that made it.
CREATE TABLE vector_placed (
  place INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
);
INSERT INTO vector_placed (place, bytes)
SELECT v.n * 64 + o.n, v.bytes FROM vector v JOIN vector_model o ON o.name = v.model ORDER BY 1;
DROP TABLE vector;
ALTER TABLE vector_placed RENAME TO vector;

DROP INDEX memory_hash;
CREATE INDEX memory_hash ON memory (hash & 2147483647);
