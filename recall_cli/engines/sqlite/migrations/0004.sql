-- What happened to imported memories in the store that they come from. Such an operation names the import that brought
-- it and the number that it had there. It is told in the history of its memories, and undone only with that import.
ALTER TABLE operation ADD COLUMN came_with INTEGER REFERENCES operation (n);
ALTER TABLE operation ADD COLUMN came_as INTEGER;
