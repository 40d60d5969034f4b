-- Logins that sign the user of each transaction: injected SQL can then name no other user.

-- Of a key the two padded blocks of HMAC are kept. No login reads this table.
CREATE TABLE login_key (
  login text PRIMARY KEY,
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL
);
ALTER TABLE login_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_key FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON login_key TO recall_owner USING (true) WITH CHECK (true);

-- Has this login a key?
CREATE FUNCTION must_sign() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN EXISTS (SELECT 1 FROM login_key k WHERE k.login = session_user);

-- HMAC-SHA256 of `expiry.tenant` with the key of this login; NULL without a key. No login may call this.
CREATE FUNCTION tenant_signature(expiry text, tenant text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN (SELECT encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(tenant_signature.expiry || '.' || tenant_signature.tenant, 'UTF8'))), 'hex')
  FROM login_key k WHERE k.login = session_user);

-- What `recall.tenant` has to be for this login, for a moment, to be this tenant. No login may call this.
CREATE FUNCTION tenant_context(tenant text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  expiry text := (extract(epoch FROM now()) * 1000 + 60000)::bigint::text;
BEGIN
  IF NOT must_sign() THEN
    RETURN tenant_context.tenant;
  END IF;
  RETURN expiry || '.' || tenant_signature(expiry, tenant_context.tenant) || '.' || tenant_context.tenant;
END $$;

-- The tenant of this transaction. Without one nothing can be read or written.
-- A login with a key says `expiry.signature.tenant`; the expiry counts for the beginning of the transaction.
CREATE OR REPLACE FUNCTION tenant() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  chosen text := current_setting('recall.tenant', true);
  expiry text;
  signature text;
BEGIN
  IF chosen IS NULL OR chosen = '' THEN
    RAISE EXCEPTION 'no tenant is set for this transaction' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF must_sign() THEN
    expiry := split_part(chosen, '.', 1);
    signature := split_part(chosen, '.', 2);
    IF expiry !~ '^[0-9]{1,15}$' OR length(signature) <> 64 THEN
      RAISE EXCEPTION 'the tenant of this transaction is not signed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    chosen := substr(chosen, length(expiry) + length(signature) + 3);
    IF chosen = '' OR sha256(convert_to(signature, 'UTF8')) IS DISTINCT FROM sha256(convert_to(tenant_signature(expiry, chosen), 'UTF8')) THEN
      RAISE EXCEPTION 'the signature of the tenant is wrong' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF expiry::bigint < extract(epoch FROM now()) * 1000 THEN
      RAISE EXCEPTION 'the signature of the tenant has expired' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM login_tenant l WHERE l.login = session_user)
      AND NOT EXISTS (SELECT 1 FROM login_tenant l WHERE l.login = session_user AND l.tenant = chosen) THEN
    RAISE EXCEPTION 'the login % may not be the tenant %', session_user, chosen USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN chosen;
END $$;

CREATE OR REPLACE FUNCTION token_by_id(public_id text) RETURNS SETOF token
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  earlier text := coalesce(current_setting('recall.tenant', true), '');
  found_tenant text;
BEGIN
  IF public_id IS NULL THEN
    RETURN;
  END IF;
  FOR found_tenant IN SELECT * FROM token_tenants(public_id) LOOP
    PERFORM set_config('recall.tenant', tenant_context(found_tenant), true);
    RETURN QUERY SELECT t.* FROM token t WHERE t.tenant_id = found_tenant AND t.id = public_id;
  END LOOP;
  PERFORM set_config('recall.tenant', earlier, true);
END $$;

CREATE OR REPLACE FUNCTION unfinished_tasks() RETURNS SETOF task
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  earlier text := coalesce(current_setting('recall.tenant', true), '');
  found_tenant text;
BEGIN
  FOR found_tenant IN SELECT * FROM token_tenants(NULL) LOOP
    PERFORM set_config('recall.tenant', tenant_context(found_tenant), true);
    RETURN QUERY SELECT t.* FROM task t WHERE t.tenant_id = found_tenant AND t.state IN ('submitted', 'working');
  END LOOP;
  PERFORM set_config('recall.tenant', earlier, true);
END $$;

REVOKE ALL ON FUNCTION must_sign(), tenant_signature(text, text), tenant_context(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION must_sign() TO recall_app;
