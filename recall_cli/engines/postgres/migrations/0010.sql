-- A search reads the index of words alone, and not a page of the table for each memory that holds a word.
ALTER TABLE word DROP CONSTRAINT word_pkey, ADD PRIMARY KEY (tenant_id, stem, n) INCLUDE (hits, gram_hits, length);
-- That needs pages which VACUUM has seen: it comes when a fiftieth of the table is new, or has gone.
ALTER TABLE word SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);

-- Room on each page for the next version of its rows: a use that is counted, or a store, then changes no index.
ALTER TABLE memory SET (fillfactor = 80);
ALTER TABLE word_total SET (fillfactor = 50);
