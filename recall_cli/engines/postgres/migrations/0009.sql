-- Whom this login may be: its users, or NULL for any.
CREATE FUNCTION login_users() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT l.tenant FROM login_tenant l WHERE l.role = login_role() ORDER BY 1;
END;
REVOKE ALL ON FUNCTION login_users() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_users() TO recall_app;

-- End the connections of other logins that stop this tenant: by a lock of a whole table, which recall never takes, or by
-- the lock of this tenant's writers. Returns how many. It needs `GRANT pg_signal_backend TO recall_owner`.
CREATE FUNCTION end_intruders() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  own text := tenant();
  writers_lock bigint := hashtextextended('recall ' || own, 0);
  ended bigint;
BEGIN
  SELECT count(*) FILTER (WHERE pg_terminate_backend(h.pid)) INTO ended FROM (
    SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.granted AND a.datname = current_database() AND a.usesysid IN (SELECT t.role FROM login_tenant t)
      AND (l.locktype = 'relation'
          AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          AND l.relation IN (SELECT c.oid FROM pg_class c WHERE c.relnamespace = 'recall'::regnamespace)
        OR l.locktype = 'advisory' AND l.objsubid = 1
          AND l.classid::bigint << 32 | l.objid::bigint = writers_lock
          AND NOT EXISTS (
            SELECT 1 FROM login_tenant t WHERE t.role = a.usesysid AND (t.tenant = own OR t.tenant IS NULL)))) h;
  RETURN ended;
EXCEPTION WHEN insufficient_privilege THEN
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION end_intruders() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_intruders() TO recall_app;
