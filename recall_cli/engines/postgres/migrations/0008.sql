-- A login may be exactly one tenant, or any (NULL) if an administrator said so. One that does not stand here may be none.
-- It is known by the identity of its role: a role that is renamed stays bound, and one made anew under its name is not.
ALTER TABLE login_tenant DROP CONSTRAINT login_tenant_pkey, ALTER COLUMN tenant DROP NOT NULL, ADD COLUMN role oid;
UPDATE login_tenant l SET role = to_regrole(quote_ident(l.login))::oid;
DELETE FROM login_tenant l WHERE l.role IS NULL;
ALTER TABLE login_tenant ALTER COLUMN role SET NOT NULL, ADD UNIQUE NULLS NOT DISTINCT (role, tenant);

-- Logins of a store that was in use before this keep what they had.
INSERT INTO login_tenant (login, tenant, role)
SELECT r.rolname, NULL, r.oid FROM pg_roles r
WHERE r.rolcanlogin AND NOT r.rolsuper AND pg_has_role(r.oid, 'recall_app', 'USAGE')
  AND NOT pg_has_role(r.oid, 'recall_owner', 'USAGE')
  AND NOT EXISTS (SELECT 1 FROM login_tenant l WHERE l.role = r.oid)
  AND EXISTS (SELECT 1 FROM migration m WHERE m.xmin <> pg_current_xact_id()::xid);

ALTER TABLE login_key DROP CONSTRAINT login_key_pkey, ADD COLUMN role oid;
UPDATE login_key k SET role = to_regrole(quote_ident(k.login))::oid;
DELETE FROM login_key k WHERE k.role IS NULL;
ALTER TABLE login_key ADD PRIMARY KEY (role);

-- The identity of the role that has logged in, whatever it is named now.
CREATE FUNCTION login_role() RETURNS oid LANGUAGE sql STABLE RETURN to_regrole(quote_ident(session_user))::oid;

-- May this login be any tenant?
CREATE FUNCTION may_be_any_tenant() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN EXISTS (SELECT 1 FROM login_tenant l WHERE l.role = login_role() AND l.tenant IS NULL);

CREATE OR REPLACE FUNCTION must_sign() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN EXISTS (SELECT 1 FROM login_key k WHERE k.role = login_role());

CREATE OR REPLACE FUNCTION tenant_signature(expiry text, tenant text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN (SELECT encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(tenant_signature.expiry || '.' || tenant_signature.tenant, 'UTF8'))), 'hex')
  FROM login_key k WHERE k.role = login_role());

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
  IF NOT EXISTS (SELECT 1 FROM login_tenant l WHERE l.role = login_role() AND (l.tenant = chosen OR l.tenant IS NULL)) THEN
    IF EXISTS (SELECT 1 FROM login_tenant l WHERE l.role = login_role()) THEN
      RAISE EXCEPTION 'the login % may not be the tenant %', session_user, chosen USING ERRCODE = 'insufficient_privilege';
    END IF;
    RAISE EXCEPTION 'the login % may be no user yet', session_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN chosen;
END $$;

CREATE OR REPLACE FUNCTION token_tenants(public_id text) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT o.tenant FROM token_owner o
  WHERE (token_tenants.public_id IS NULL OR o.id = token_tenants.public_id)
    AND EXISTS (SELECT 1 FROM login_tenant l WHERE l.role = login_role() AND (l.tenant = o.tenant OR l.tenant IS NULL));
END;

-- A token that goes takes only its own tenant's entry with it, whatever id it was given.
CREATE OR REPLACE FUNCTION token_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO token_owner (id, tenant) VALUES (NEW.id, NEW.tenant_id);
  ELSE
    DELETE FROM token_owner o WHERE o.id = OLD.id AND o.tenant = OLD.tenant_id;
  END IF;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION login_role(), may_be_any_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_role(), may_be_any_tenant() TO recall_app;
