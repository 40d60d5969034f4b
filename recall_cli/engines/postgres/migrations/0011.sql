-- Team spaces: what the members of a team share. No login may read, write or lock these tables. Only the functions below
-- do, for the tenant of the transaction: so who is no member cannot even find out that a space is there.
CREATE TABLE team_space (
  founder text NOT NULL,
  name text COLLATE "C" NOT NULL,
  marks text[] NOT NULL,
  PRIMARY KEY (founder, name)
);

-- Two members who invite the same user do not wait for each other: each has a row.
CREATE TABLE team_invitation (
  founder text NOT NULL,
  name text COLLATE "C" NOT NULL,
  member text NOT NULL,
  invited_by text NOT NULL,
  PRIMARY KEY (founder, name, member, invited_by)
);
CREATE INDEX team_invitation_member ON team_invitation (member);
CREATE INDEX team_invitation_by ON team_invitation (invited_by);

-- The chain of one machine, as it stands under a ref of a git remote.
CREATE TABLE team_chain (
  founder text NOT NULL,
  name text COLLATE "C" NOT NULL,
  device text COLLATE "C" NOT NULL,
  member text NOT NULL,
  head text NOT NULL,
  bytes bigint NOT NULL,
  segments bytea[] NOT NULL,
  PRIMARY KEY (founder, name, device)
);
CREATE INDEX team_chain_member ON team_chain (member);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['team_space', 'team_invitation', 'team_chain'] LOOP
    EXECUTE format('ALTER TABLE recall.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE recall.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner ON recall.%I TO recall_owner USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;

-- Is this user a member? A space that is not there has none. No login may call this.
CREATE FUNCTION is_team_member(of_founder text, of_name text, who text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN EXISTS (
  SELECT 1 FROM team_space s WHERE s.founder = of_founder AND s.name = of_name
    AND (s.founder = who OR EXISTS (
      SELECT 1 FROM team_invitation i WHERE i.founder = of_founder AND i.name = of_name AND i.member = who)));

-- The spaces that the tenant belongs to; first those of a project with one of these marks, and the tenant's own.
CREATE FUNCTION team_spaces(of_marks text[]) RETURNS TABLE (founder text, name text, fits boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT s.founder, s.name, s.marks && of_marks FROM team_space s
  WHERE (s.founder, s.name) IN (
    SELECT o.founder, o.name FROM team_space o WHERE o.founder = tenant()
    UNION SELECT i.founder, i.name FROM team_invitation i WHERE i.member = tenant())
  ORDER BY NOT s.marks && of_marks, s.founder <> tenant(), s.founder, s.name LIMIT 200;
END;

-- Its members, each with who invited them; the founder was invited by nobody.
CREATE FUNCTION team_members(of_founder text, of_name text) RETURNS TABLE (member text, invited_by text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT m.member, m.invited_by FROM (
    SELECT of_founder AS member, '' AS invited_by
    UNION ALL SELECT i.member, i.invited_by FROM team_invitation i WHERE i.founder = of_founder AND i.name = of_name) m
  WHERE is_team_member(of_founder, of_name, tenant()) ORDER BY m.invited_by <> '', m.member, m.invited_by;
END;

-- The machines that share something, each with its user and the state of its chain.
CREATE FUNCTION team_chains(of_founder text, of_name text) RETURNS TABLE (device text, member text, head text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT c.device, c.member, c.head FROM team_chain c
  WHERE c.founder = of_founder AND c.name = of_name AND is_team_member(of_founder, of_name, tenant())
    AND is_team_member(of_founder, of_name, c.member)
  ORDER BY c.member <> tenant(), c.device LIMIT 200;
END;

CREATE FUNCTION team_segments(of_founder text, of_name text, of_device text) RETURNS SETOF bytea[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT c.segments FROM team_chain c
  WHERE c.founder = of_founder AND c.name = of_name AND c.device = of_device
    AND is_team_member(of_founder, of_name, tenant()) AND is_team_member(of_founder, of_name, c.member);
END;

-- Begin a space of the tenant's own, unless it is there; why not, or nothing.
CREATE FUNCTION team_found(new_name text, new_marks text[]) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  own text := tenant();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('recall ' || own, 0));
  IF EXISTS (SELECT 1 FROM team_space s WHERE s.founder = own AND s.name = new_name) THEN
    RETURN '';
  END IF;
  IF (SELECT count(*) FROM team_space s WHERE s.founder = own) >= 50 OR cardinality(new_marks) > 16
      OR length(array_to_string(new_marks, '')) > 20000 OR length(new_name) NOT BETWEEN 1 AND 40 OR strpos(new_name, '/') > 0 THEN
    RETURN 'too many';
  END IF;
  INSERT INTO team_space (founder, name, marks) VALUES (own, new_name, new_marks);
  RETURN '';
END $$;

-- Invite a user, or withdraw that. Who invited somebody may withdraw it, the founder may for all, and everybody may leave.
-- What a user shared goes with the last invitation: they could not take it back any more. Why not, or nothing.
CREATE FUNCTION team_invite(of_founder text, of_name text, who text, withdraw boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  own text := tenant();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('recall ' || own, 0));
  IF NOT is_team_member(of_founder, of_name, own) THEN
    RETURN 'no member';
  ELSIF who = of_founder THEN
    RETURN 'founder';
  END IF;
  IF withdraw THEN
    DELETE FROM team_invitation i WHERE i.founder = of_founder AND i.name = of_name AND i.member = who
      AND own IN (of_founder, who, i.invited_by);
    IF NOT FOUND THEN
      RETURN 'not yours';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM team_invitation i WHERE i.founder = of_founder AND i.name = of_name AND i.member = who) THEN
      DELETE FROM team_chain c WHERE c.founder = of_founder AND c.name = of_name AND c.member = who;
    END IF;
    RETURN '';
  END IF;
  IF NOT (may_be_any_tenant() OR EXISTS (SELECT 1 FROM login_tenant l WHERE l.tenant = who)
      OR EXISTS (SELECT 1 FROM token_owner o WHERE o.tenant = who)) THEN
    RETURN 'unknown';
  END IF;
  IF (SELECT count(*) FROM team_invitation i WHERE i.founder = of_founder AND i.name = of_name AND i.invited_by = own) >= 100 THEN
    RETURN 'too many';
  END IF;
  INSERT INTO team_invitation (founder, name, member, invited_by) VALUES (of_founder, of_name, who, own) ON CONFLICT DO NOTHING;
  RETURN '';
END $$;

-- Set the chain of a machine of the tenant, if it still is what was known of it: the first `kept` segments stay, and
-- these follow. Another user's row is neither changed nor locked. Why not, or nothing.
CREATE FUNCTION team_put(of_founder text, of_name text, own_device text, known text, new_head text, kept bigint, added bytea[])
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  own text := tenant();
  present team_chain;
  whole bytea[];
  size bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('recall ' || own, 0));
  IF NOT is_team_member(of_founder, of_name, own) THEN
    RETURN 'no member';
  END IF;
  SELECT * INTO present FROM team_chain c WHERE c.founder = of_founder AND c.name = of_name AND c.device = own_device;
  IF present.member <> own THEN
    RETURN 'taken';
  ELSIF coalesce(present.head, '') <> known THEN
    RETURN 'changed';
  END IF;
  IF array_ndims(added) IS DISTINCT FROM 1 OR array_position(added, NULL) IS NOT NULL THEN
    RETURN 'too large';
  END IF;
  whole := coalesce(present.segments[1:kept::integer], '{}') || added;
  SELECT coalesce(sum(octet_length(s.content)), 0) INTO size FROM unnest(whole) s (content);
  IF own_device !~ '^[0-9a-f]{24}$' OR length(new_head) > 100 OR cardinality(whole) NOT BETWEEN 1 AND 500
      OR size NOT BETWEEN 1 AND 20000000
      OR size + (SELECT coalesce(sum(c.bytes), 0) FROM team_chain c WHERE c.member = own) - coalesce(present.bytes, 0) > 100000000 THEN
    RETURN 'too large';
  ELSIF present.device IS NULL AND (
      SELECT count(*) FROM team_chain c WHERE c.founder = of_founder AND c.name = of_name AND c.member = own) >= 5 THEN
    RETURN 'too many';
  END IF;
  INSERT INTO team_chain AS c (founder, name, device, member, head, bytes, segments)
  VALUES (of_founder, of_name, own_device, own, new_head, size, whole)
  ON CONFLICT (founder, name, device) DO UPDATE SET head = excluded.head, bytes = excluded.bytes, segments = excluded.segments
  WHERE c.member = own;
  RETURN CASE WHEN FOUND THEN '' ELSE 'taken' END;
END $$;

-- The tenant is erased: what they shared, their memberships, and their spaces where nobody else shares anything. Whom
-- they invited to a space of somebody else stays a member, as if its founder had invited them.
CREATE FUNCTION team_forget() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
DECLARE
  own text := tenant();
BEGIN
  DELETE FROM team_chain c WHERE c.member = own;
  DELETE FROM team_invitation i WHERE i.member = own;
  INSERT INTO team_invitation (founder, name, member, invited_by)
  SELECT i.founder, i.name, i.member, i.founder FROM team_invitation i WHERE i.invited_by = own AND i.founder <> own
  ON CONFLICT DO NOTHING;
  DELETE FROM team_invitation i WHERE i.invited_by = own AND i.founder <> own;
  DELETE FROM team_space s WHERE s.founder = own
    AND NOT EXISTS (SELECT 1 FROM team_chain c WHERE c.founder = s.founder AND c.name = s.name);
  DELETE FROM team_invitation i WHERE i.founder = own
    AND NOT EXISTS (SELECT 1 FROM team_space s WHERE s.founder = i.founder AND s.name = i.name);
  RETURN 0;
END $$;

REVOKE ALL ON FUNCTION is_team_member(text, text, text), team_spaces(text[]), team_members(text, text), team_chains(text, text),
  team_segments(text, text, text), team_found(text, text[]), team_invite(text, text, text, boolean),
  team_put(text, text, text, text, text, bigint, bytea[]), team_forget() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION team_spaces(text[]), team_members(text, text), team_chains(text, text), team_segments(text, text, text),
  team_found(text, text[]), team_invite(text, text, text, boolean), team_put(text, text, text, text, text, bigint, bytea[]),
  team_forget() TO recall_app;
