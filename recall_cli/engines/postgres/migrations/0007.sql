-- The functions of the owner may read the jobs of the tenant of a transaction, as they read its tokens and tasks.
CREATE POLICY owner ON job FOR SELECT TO recall_owner USING (true);

-- Whose deferred jobs a worker would find now, how many there are, and since when they wait: of all tenants with tokens
-- that this login may be. A server that starts reads what an earlier one has left.
CREATE FUNCTION users_with_due_jobs(moment bigint, lease bigint) RETURNS TABLE (tenant text, jobs bigint, since bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  earlier text := coalesce(current_setting('recall.tenant', true), '');
  found_tenant text;
BEGIN
  FOR found_tenant IN SELECT * FROM token_tenants(NULL) LOOP
    PERFORM set_config('recall.tenant', tenant_context(found_tenant), true);
    RETURN QUERY SELECT w.tenant_id, count(*), min(w.created_at) FROM job w
      WHERE w.tenant_id = found_tenant AND w.finished_at IS NULL
        AND ((w.state = 'queued' AND (w.run_after <= moment OR w.created_at > moment + lease))
          OR (w.state = 'processing' AND (w.lease_until <= moment OR w.lease_until > moment + 2 * lease)))
      GROUP BY w.tenant_id;
  END LOOP;
  PERFORM set_config('recall.tenant', earlier, true);
END $$;
REVOKE ALL ON FUNCTION users_with_due_jobs(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION users_with_due_jobs(bigint, bigint) TO recall_app;
