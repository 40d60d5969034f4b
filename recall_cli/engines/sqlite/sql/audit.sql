-- forget_user --
-- Whose it was.
UPDATE audit SET user = NULL, inputs = NULL, salt = NULL WHERE user = :user
