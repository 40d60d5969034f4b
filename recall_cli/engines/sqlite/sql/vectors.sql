-- put --
-- Store the vector of a memory, in place of an earlier one from the same model.
INSERT INTO vector (place, bytes) SELECT m.n * 64 + o.n, :bytes FROM memory m CROSS JOIN vector_model o
WHERE m.user = :user AND m.n = :n AND o.name = :model
ON CONFLICT (place) DO UPDATE SET bytes = excluded.bytes

-- put_new --
-- Store the vector of a new memory; its row is known, so that no lookup is needed.
INSERT INTO vector (place, bytes) SELECT :n * 64 + :number, :bytes WHERE :user IS NOT NULL

-- number --
-- The number of a model.
SELECT n FROM vector_model WHERE name = :model AND :user IS NOT NULL

-- meet --
-- Give a new model its number.
INSERT INTO vector_model (name) SELECT :model WHERE :user IS NOT NULL ON CONFLICT DO NOTHING

-- wait --
-- Note that a vector is not yet in a block.
INSERT INTO vector_waiting (user, model, n) VALUES (:user, :model, :n) ON CONFLICT DO NOTHING

-- wait_no_more --
-- Strike vectors that are in a block now off the list.
DELETE FROM vector_waiting WHERE user = :user AND model = :model AND n <= :last

-- count_waiting --
-- How many vectors are not yet in a block.
SELECT count(*) FROM vector_waiting WHERE user = :user AND model = :model

-- waiting --
-- The vectors that are not yet in a block.
SELECT m.n, v.bytes FROM vector_waiting w CROSS JOIN memory m CROSS JOIN vector v
WHERE w.user = :user AND w.model = :model AND m.n = w.n AND m.user = w.user AND v.place = {{place}} ORDER BY m.n

-- passing --
-- The first memories of a JSON list that pass the filters and are believed now.
SELECT m.n FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND {{present}} AND {{wanted}} LIMIT :limit

-- passing_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT m.n FROM json_each(:numbers) j CROSS JOIN memory m
WHERE m.n = j.value AND {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n NOT IN (SELECT value FROM json_each(:except)) LIMIT :limit

-- placed --
-- The vectors of the memories of a JSON list in a block of the user; the memories are not read.
SELECT j.value, v.bytes FROM json_each(:numbers) j CROSS JOIN vector v
WHERE :user IS NOT NULL AND v.place = j.value * 64 + (SELECT o.n FROM vector_model o WHERE o.name = :model)

-- placed_waiting --
-- The same of those that are not yet in a block.
SELECT w.n, v.bytes FROM vector_waiting w CROSS JOIN vector v
WHERE w.user = :user AND w.model = :model
  AND v.place = w.n * 64 + (SELECT o.n FROM vector_model o WHERE o.name = :model)

-- near_missing --
-- Those that pass, of the memories that wait for their vectors of another model: the newest of them.
SELECT m.n, v.bytes FROM vector_missing w CROSS JOIN memory m CROSS JOIN vector v
WHERE w.user = :user AND w.model = :other AND m.n = w.n AND v.place = {{place}}
  AND {{seen}} AND {{present}} AND {{wanted}}
ORDER BY w.n DESC LIMIT :limit

-- near_missing_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT m.n, v.bytes FROM vector_missing w CROSS JOIN memory m CROSS JOIN vector v
WHERE w.user = :user AND w.model = :other AND m.n = w.n AND v.place = {{place}}
  AND {{seen}} AND {{believed}} AND {{wanted}} AND m.n NOT IN (SELECT value FROM json_each(:except))
ORDER BY w.n DESC LIMIT :limit

-- fitting --
-- Which memories pass the filters at all, if they are few.
SELECT m.n FROM memory m INDEXED BY memory_live WHERE {{seen}} AND {{present}} AND {{wanted}} LIMIT :limit

-- fitting_any --
-- The same for a moment in the past, or with more than the believed memories.
SELECT m.n FROM memory m WHERE {{seen}} AND {{believed}} AND {{wanted}}
  AND m.n NOT IN (SELECT value FROM json_each(:except)) LIMIT :limit

-- exact --
-- The vectors of the memories of a JSON list.
SELECT m.n, v.bytes FROM json_each(:numbers) j CROSS JOIN memory m CROSS JOIN vector v
WHERE m.user = :user AND m.n = j.value AND v.place = {{place}}

-- count --
-- How many vectors there are.
SELECT count(*) FROM memory m CROSS JOIN vector v WHERE m.user = :user AND v.place = {{place}}

-- every --
-- All of them.
SELECT m.n, v.bytes FROM memory m CROSS JOIN vector v WHERE m.user = :user AND v.place = {{place}}

-- state --
-- A number that changes with every write of another connection.
SELECT data_version FROM pragma_data_version WHERE :user IS NOT NULL

-- numbers --
-- Which memories have a vector.
SELECT m.n FROM memory m CROSS JOIN vector v WHERE m.user = :user AND v.place = {{place}}

-- waiting_numbers --
-- Which of them are not yet in a block.
SELECT n FROM vector_waiting WHERE user = :user AND model = :model

-- blocks --
-- All blocks, oldest first.
SELECT block FROM vector_block WHERE user = :user AND model = :model ORDER BY block

-- block --
-- One block, with the memories in it.
SELECT numbers, planes FROM vector_block WHERE user = :user AND block = :block

-- every_block --
-- The memories in all blocks of all models, to find erased ones.
SELECT block, numbers FROM vector_block WHERE user = :user ORDER BY block

-- planes --
-- One block.
SELECT planes FROM vector_block WHERE user = :user AND block = :block

-- open_block --
-- The newest block, if it has room.
SELECT block, numbers, planes FROM vector_block
WHERE user = :user AND block = (SELECT max(block) FROM vector_block WHERE user = :user AND model = :model)
  AND size <= :room

-- add_block --
-- A new block.
INSERT INTO vector_block (user, model, size, numbers, planes) VALUES (:user, :model, :size, :numbers, :planes)

-- drop_block --
-- Before a block is put again, larger, or since too much of it is dead.
DELETE FROM vector_block WHERE block = :block AND user = :user

-- put_block --
-- The larger one, under its number.
INSERT INTO vector_block (block, user, model, size, numbers, planes)
VALUES (:block, :user, :model, :size, :numbers, :planes)

-- rewrite_block --
-- A block with less in it.
UPDATE vector_block SET size = :size, numbers = :numbers, planes = :planes WHERE block = :block AND user = :user

-- shape --
-- What the coarse copies leave out.
SELECT usual, spread FROM vector_shape WHERE user = :user AND model = :model

-- add_shape --
-- Measured on the first vectors that are copied.
INSERT INTO vector_shape (user, model, usual, spread) VALUES (:user, :model, :usual, :spread)

-- drop_blocks --
-- Forget the coarse copies.
DELETE FROM vector_block WHERE user = :user AND model = :model

-- every_place --
-- The memories in each block of one model, oldest first.
SELECT block, numbers FROM vector_block WHERE user = :user AND model = :model ORDER BY block

-- sizes --
-- How many bytes the two parts of each block have.
SELECT block, length(numbers), length(planes) FROM vector_block WHERE user = :user AND model = :model

-- places_of --
-- The memories in one block.
SELECT numbers FROM vector_block WHERE user = :user AND model = :model AND block = :block

-- wait_again --
-- Note of vectors of a JSON list that they are in no block any more.
INSERT INTO vector_waiting (user, model, n) SELECT m.user, :model, m.n
FROM json_each(:numbers) j CROSS JOIN memory m CROSS JOIN vector v
WHERE m.user = :user AND m.n = j.value AND v.place = {{place}}
ON CONFLICT DO NOTHING

-- places --
-- How many places all blocks have, alive or dead.
SELECT coalesce(sum(size), 0) FROM vector_block WHERE user = :user AND model = :model

-- erase --
-- Remove the vectors of the memories of a JSON list, from every model.
DELETE FROM vector WHERE place IN (
  SELECT m.n * 64 + o.n FROM json_each(:numbers) j CROSS JOIN memory m CROSS JOIN vector_model o
  WHERE m.n = j.value AND m.user = :user)

-- erase_missing --
-- And from the list of those that wait for one.
DELETE FROM vector_missing WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))

-- erase_waiting --
-- And from the list of those not yet in a block.
DELETE FROM vector_waiting WHERE user = :user AND n IN (SELECT value FROM json_each(:numbers))
