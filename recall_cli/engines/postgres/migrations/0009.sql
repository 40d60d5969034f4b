-- Whom this login may be: its users, or NULL for any.
CREATE FUNCTION login_users() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT l.tenant FROM login_tenant l WHERE l.role = login_role() ORDER BY 1;
END;
REVOKE ALL ON FUNCTION login_users() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_users() TO recall_app;
