-- forget_user --
-- Whose it was.
UPDATE audit SET named = 0, inputs = NULL, salt = NULL WHERE tenant_id = :user
