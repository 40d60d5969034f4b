-- The store of many users, as the first release made it. Run as the role `recall_owner`, in the schema `recall`.
-- Every key begins with `tenant_id`, the user's name, so that rows can be spread over servers by it. Row numbers count
-- for each tenant by itself.

CREATE TABLE migration (
  version integer PRIMARY KEY,
  applied_at bigint NOT NULL,
  recall text NOT NULL
);

-- Known to this server alone; each tenant's secret is derived from it.
CREATE TABLE server (
  secret text NOT NULL
);
INSERT INTO server (secret) VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- A login that stands here may be these tenants only; one that does not stand here may be any.
CREATE TABLE login_tenant (
  login text NOT NULL,
  tenant text NOT NULL,
  PRIMARY KEY (login, tenant)
);

-- Of a key the two padded blocks of HMAC are kept. No login reads this table.
CREATE TABLE login_key (
  login text PRIMARY KEY,
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL
);

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
CREATE FUNCTION tenant() RETURNS text
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

-- The secret of a tenant that has none of its own from another store.
CREATE FUNCTION default_secret() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
RETURN (SELECT left(encode(sha256(convert_to(s.secret || tenant(), 'UTF8')), 'hex'), 32) FROM server s);

CREATE FUNCTION numbers(list text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(v::bigint ORDER BY k), '{}') FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY j (v, k));

CREATE FUNCTION strings(list text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(v ORDER BY k), '{}') FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY j (v, k));

-- A JSON object with one key set to a JSON value; the other keys keep their order, as `jsonb` would not.
CREATE FUNCTION json_put(document text, key text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT '{' || string_agg(to_json(e.name)::text || ': ' || e.content, ', ' ORDER BY e.place) || '}' FROM (
    SELECT j.name, CASE WHEN j.name = json_put.key THEN json_put.value ELSE j.content::text END AS content, j.place
    FROM json_each(json_put.document::json) WITH ORDINALITY j (name, content, place)
    UNION ALL
    SELECT json_put.key, json_put.value, 1000000
    WHERE NOT EXISTS (SELECT 1 FROM json_object_keys(json_put.document::json) k WHERE k = json_put.key)) e;
END;

CREATE TABLE meta (
  tenant_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

CREATE TABLE project (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  name text NOT NULL,
  enabled integer NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  UNIQUE (tenant_id, name)
);

CREATE TABLE identity (
  tenant_id text NOT NULL,
  mark text COLLATE "C" NOT NULL,
  project bigint NOT NULL,
  PRIMARY KEY (tenant_id, mark),
  FOREIGN KEY (tenant_id, project) REFERENCES project (tenant_id, n)
);
CREATE INDEX identity_project ON identity (tenant_id, project);

CREATE TABLE operation (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  kind text NOT NULL,
  at bigint NOT NULL,
  trust text NOT NULL,
  agent text,
  session text,
  touched bigint NOT NULL DEFAULT 0,
  note text,
  undoes bigint,
  undone_by bigint,
  came_with bigint,
  came_as bigint,
  PRIMARY KEY (tenant_id, n),
  FOREIGN KEY (tenant_id, undoes) REFERENCES operation (tenant_id, n),
  FOREIGN KEY (tenant_id, undone_by) REFERENCES operation (tenant_id, n),
  FOREIGN KEY (tenant_id, came_with) REFERENCES operation (tenant_id, n)
);
CREATE INDEX operation_at ON operation (tenant_id, at);
CREATE INDEX operation_undoes ON operation (tenant_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX operation_undone_by ON operation (tenant_id, undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX operation_came_with ON operation (tenant_id, came_with) WHERE came_with IS NOT NULL;

CREATE TABLE moved_mark (
  tenant_id text NOT NULL,
  op bigint NOT NULL,
  mark text NOT NULL,
  origin bigint NOT NULL,
  target bigint NOT NULL,
  PRIMARY KEY (tenant_id, op, mark),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n),
  FOREIGN KEY (tenant_id, origin) REFERENCES project (tenant_id, n),
  FOREIGN KEY (tenant_id, target) REFERENCES project (tenant_id, n)
);
CREATE INDEX moved_mark_origin ON moved_mark (tenant_id, origin);
CREATE INDEX moved_mark_target ON moved_mark (tenant_id, target);

-- As in SQLite, and two columns for the index of words: `stems` in order, column by column, and how many they are.
CREATE TABLE memory (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  text text NOT NULL,
  type text NOT NULL,
  topic text,
  project bigint,
  importance double precision NOT NULL,
  confidence double precision NOT NULL,
  classification integer NOT NULL,
  shared integer NOT NULL,
  source text NOT NULL,
  trust text NOT NULL,
  agent text,
  session text,
  entity text,
  attribute text,
  value text,
  qualifier text,
  tags text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  accessed_at bigint,
  access_count bigint NOT NULL DEFAULT 0,
  decay_score double precision NOT NULL DEFAULT 1,
  usefulness double precision NOT NULL DEFAULT 0.5,
  helpful bigint NOT NULL DEFAULT 0,
  unhelpful bigint NOT NULL DEFAULT 0,
  seen_count bigint NOT NULL DEFAULT 1,
  seen_at bigint,
  valid_from bigint,
  valid_until bigint,
  superseded_by bigint,
  superseded_at bigint,
  deleted_at bigint,
  held text,
  pinned integer NOT NULL DEFAULT 0,
  anchors text,
  metadata text,
  extracted_by text NOT NULL,
  span text,
  hash bigint NOT NULL,
  fact text COLLATE "C",
  grams text,
  born bigint NOT NULL,
  stems text NOT NULL,
  word_count integer NOT NULL,
  PRIMARY KEY (tenant_id, n),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, project) REFERENCES project (tenant_id, n),
  FOREIGN KEY (tenant_id, superseded_by) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, born) REFERENCES operation (tenant_id, n)
);
CREATE INDEX memory_live ON memory (tenant_id, created_at, project)
  WHERE deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
CREATE INDEX memory_standing ON memory (tenant_id, project, type, importance)
  WHERE deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL
    AND type IN ('preference', 'decision', 'correction', 'pattern');
CREATE INDEX memory_own ON memory (tenant_id, project, importance)
  WHERE trust = 'user' AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
CREATE INDEX memory_anchored ON memory (tenant_id, project)
  WHERE anchors IS NOT NULL AND deleted_at IS NULL AND superseded_at IS NULL AND held IS NULL;
CREATE INDEX memory_hash ON memory (tenant_id, hash);
CREATE INDEX memory_born ON memory (tenant_id, born);
CREATE INDEX memory_project ON memory (tenant_id, project) WHERE project IS NOT NULL;
CREATE INDEX memory_fact ON memory (tenant_id, fact) WHERE fact IS NOT NULL;
CREATE INDEX memory_session ON memory (tenant_id, session) WHERE session IS NOT NULL;
CREATE INDEX memory_agent ON memory (tenant_id, agent) WHERE agent IS NOT NULL;
CREATE INDEX memory_bounded ON memory (tenant_id, valid_until, valid_from)
  WHERE valid_until IS NOT NULL OR valid_from IS NOT NULL;
CREATE INDEX memory_superseded ON memory (tenant_id, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memory_deleted ON memory (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX memory_pinned ON memory (tenant_id, project) WHERE pinned <> 0;
CREATE INDEX memory_held ON memory (tenant_id, created_at) WHERE held IS NOT NULL;

CREATE TABLE change (
  tenant_id text NOT NULL,
  op bigint NOT NULL,
  memory bigint NOT NULL,
  before text NOT NULL,
  after text NOT NULL,
  PRIMARY KEY (tenant_id, op, memory),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n),
  FOREIGN KEY (tenant_id, memory) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT
);
CREATE INDEX change_memory ON change (tenant_id, memory);

CREATE TABLE link (
  tenant_id text NOT NULL,
  one bigint NOT NULL,
  other bigint NOT NULL,
  kind text NOT NULL,
  weight double precision NOT NULL,
  created_at bigint NOT NULL,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, one, other),
  FOREIGN KEY (tenant_id, one) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, other) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE INDEX link_other ON link (tenant_id, other);
CREATE INDEX link_op ON link (tenant_id, op);
CREATE INDEX link_contest ON link (tenant_id, one, other) WHERE kind = 'contests';
CREATE INDEX link_outdates ON link (tenant_id, other, one) WHERE kind = 'outdates';

CREATE TABLE contest (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  project bigint,
  fact text NOT NULL,
  reason text NOT NULL,
  opened_at bigint NOT NULL,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  FOREIGN KEY (tenant_id, project) REFERENCES project (tenant_id, n),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE INDEX contest_fact ON contest (tenant_id, fact);
CREATE INDEX contest_project ON contest (tenant_id, project);
CREATE INDEX contest_op ON contest (tenant_id, op);

CREATE TABLE resolution (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  project bigint,
  fact text NOT NULL,
  kind text NOT NULL,
  at bigint NOT NULL,
  answer bigint NOT NULL,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  FOREIGN KEY (tenant_id, project) REFERENCES project (tenant_id, n),
  FOREIGN KEY (tenant_id, answer) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE INDEX resolution_fact ON resolution (tenant_id, fact);
CREATE INDEX resolution_answer ON resolution (tenant_id, answer);
CREATE INDEX resolution_project ON resolution (tenant_id, project);
CREATE INDEX resolution_op ON resolution (tenant_id, op);

CREATE TABLE job (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  key text,
  kind text NOT NULL,
  state text NOT NULL,
  payload text NOT NULL,
  created_at bigint NOT NULL,
  run_after bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  fence bigint NOT NULL DEFAULT 0,
  lease_until bigint,
  finished_at bigint,
  result text,
  error text,
  op bigint,
  PRIMARY KEY (tenant_id, n),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE UNIQUE INDEX job_key ON job (tenant_id, key) WHERE key IS NOT NULL;
CREATE INDEX job_waiting ON job (tenant_id, state, run_after) WHERE finished_at IS NULL;
CREATE INDEX job_op ON job (tenant_id, op) WHERE op IS NOT NULL;

CREATE TABLE spend (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  at bigint NOT NULL,
  model text NOT NULL,
  outcome text NOT NULL,
  tokens_in bigint NOT NULL DEFAULT 0,
  tokens_out bigint NOT NULL DEFAULT 0,
  usd double precision NOT NULL,
  PRIMARY KEY (tenant_id, n)
);
CREATE INDEX spend_at ON spend (tenant_id, at);

CREATE TABLE told (
  tenant_id text NOT NULL,
  memory bigint NOT NULL,
  first bigint NOT NULL,
  at bigint NOT NULL,
  prints bytea NOT NULL,
  PRIMARY KEY (tenant_id, memory),
  FOREIGN KEY (tenant_id, memory) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT
);
CREATE INDEX told_at ON told (tenant_id, at);

CREATE TABLE shown (
  tenant_id text NOT NULL,
  session text NOT NULL,
  memory bigint NOT NULL,
  agent text,
  at bigint NOT NULL,
  PRIMARY KEY (tenant_id, session, memory),
  FOREIGN KEY (tenant_id, memory) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT
);
CREATE INDEX shown_memory ON shown (tenant_id, memory);

CREATE TABLE transcript (
  tenant_id text NOT NULL,
  path text NOT NULL,
  agent text NOT NULL,
  at bigint NOT NULL,
  mark text NOT NULL,
  read_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, path)
);

CREATE TABLE heard (
  tenant_id text NOT NULL,
  turn bigint NOT NULL,
  at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, turn)
);

-- A chain for each tenant. Who is not a column of its own: when a user is erased, so are the rows' inputs and salt.
CREATE TABLE audit (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  named integer NOT NULL DEFAULT 1,
  at bigint NOT NULL,
  name text NOT NULL,
  op bigint NOT NULL,
  inputs text,
  outcome text NOT NULL,
  duration_ms double precision NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  usd double precision NOT NULL,
  salt text,
  seal text NOT NULL,
  digest text NOT NULL,
  PRIMARY KEY (tenant_id, n)
);
CREATE INDEX audit_op ON audit (tenant_id, op);

CREATE TABLE backup (
  tenant_id text NOT NULL,
  path text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (tenant_id, path)
);

-- Every vector exactly, and as numbers that the server can compare; `length` is what its cosine is divided by.
CREATE TABLE vector (
  tenant_id text NOT NULL,
  model text NOT NULL,
  n bigint NOT NULL,
  bytes bytea NOT NULL,
  embedding halfvec NOT NULL,
  length double precision NOT NULL,
  PRIMARY KEY (tenant_id, model, n),
  FOREIGN KEY (tenant_id, n) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT
);
CREATE INDEX vector_memory ON vector (tenant_id, n);

CREATE TABLE embedding (
  tenant_id text NOT NULL,
  op bigint NOT NULL,
  model text NOT NULL,
  name text,
  folder text NOT NULL,
  file text NOT NULL,
  PRIMARY KEY (tenant_id, op),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);

CREATE TABLE vector_missing (
  tenant_id text NOT NULL,
  model text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (tenant_id, model, n)
);

CREATE TABLE asked (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  at bigint NOT NULL,
  agent text,
  query text NOT NULL,
  projects text NOT NULL,
  times bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, n)
);
CREATE UNIQUE INDEX asked_query ON asked (tenant_id, md5(query), md5(projects));

CREATE TABLE common_term (
  tenant_id text NOT NULL,
  term text COLLATE "C" NOT NULL,
  memories bigint NOT NULL,
  PRIMARY KEY (tenant_id, term)
);

-- The index of words: in which memories a stem stands. `hits` counts it by the weight of its column, in the order of
-- the columns; `gram_hits` counts it among the pairs of letters alone; `length` is the number of words of the memory. An index of PostgreSQL's own text search cannot
-- be used here: its operator may leak rows, so row-level security would read every row of the tenant first.
CREATE TABLE word (
  tenant_id text NOT NULL,
  stem text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  hits double precision NOT NULL,
  gram_hits integer NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (tenant_id, stem, n)
);

-- How many memories and words the index has, for their mean length.
CREATE TABLE word_total (
  tenant_id text PRIMARY KEY,
  memories bigint NOT NULL,
  words bigint NOT NULL
);

-- The distinct stems of a memory: columns are separated by line feeds, stems by spaces.
CREATE FUNCTION word_hits(stems text) RETURNS TABLE (stem text, hits double precision, gram_hits bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT left(s.stem, 200), sum((ARRAY[1.0, 0.6, 0.8, 1.0]::double precision[])[c.k] ORDER BY c.k), count(*) FILTER (WHERE c.k = 4)
  FROM unnest(string_to_array(word_hits.stems, E'\n')) WITH ORDINALITY c (line, k),
    unnest(string_to_array(trim(c.line), ' ')) s (stem)
  WHERE s.stem <> '' GROUP BY 1;
END;

CREATE FUNCTION index_added() RETURNS trigger LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
BEGIN
  INSERT INTO word (tenant_id, stem, n, hits, gram_hits, length)
  SELECT a.tenant_id, h.stem, a.n, h.hits, h.gram_hits, a.word_count FROM added a, word_hits(a.stems) h;
  INSERT INTO word_total AS t (tenant_id, memories, words)
  SELECT a.tenant_id, count(*), sum(a.word_count) FROM added a GROUP BY 1
  ON CONFLICT (tenant_id) DO UPDATE SET memories = t.memories + excluded.memories, words = t.words + excluded.words;
  RETURN NULL;
END $$;

-- Memories that leave the index of words: one in thirty of a tenant's and more by one pass over its index, fewer word by
-- word. 50,000 of 200,000 took 1.7 s of processor time by one pass and 7.0 s word by word.
CREATE FUNCTION index_removed() RETURNS trigger LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM removed) * 30 > (
      SELECT sum(t.memories) FROM word_total t WHERE t.tenant_id IN (SELECT r.tenant_id FROM removed r)) THEN
    -- one tenant at a time, by row-level security; `+ 0` lets no index be searched for each of so many numbers
    DELETE FROM word w WHERE w.tenant_id = (SELECT tenant()) AND w.n + 0 IN (SELECT r.n FROM removed r);
  ELSE
    DELETE FROM word w USING removed r, word_hits(r.stems) h
    WHERE w.tenant_id = r.tenant_id AND w.stem = h.stem AND w.n = r.n;
  END IF;
  UPDATE word_total t SET memories = t.memories - r.memories, words = t.words - r.words
  FROM (SELECT tenant_id, count(*) AS memories, sum(word_count) AS words FROM removed GROUP BY 1) r
  WHERE t.tenant_id = r.tenant_id;
  RETURN NULL;
END $$;

CREATE FUNCTION index_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
BEGIN
  DELETE FROM word w USING word_hits(OLD.stems) h WHERE w.tenant_id = OLD.tenant_id AND w.stem = h.stem AND w.n = OLD.n;
  INSERT INTO word (tenant_id, stem, n, hits, gram_hits, length)
  SELECT NEW.tenant_id, h.stem, NEW.n, h.hits, h.gram_hits, NEW.word_count FROM word_hits(NEW.stems) h;
  UPDATE word_total t SET words = t.words + NEW.word_count - OLD.word_count WHERE t.tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;

CREATE TRIGGER memory_added AFTER INSERT ON memory REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION index_added();
CREATE TRIGGER memory_removed AFTER DELETE ON memory REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION index_removed();
CREATE TRIGGER memory_changed AFTER UPDATE OF stems ON memory
FOR EACH ROW WHEN (OLD.stems IS DISTINCT FROM NEW.stems) EXECUTE FUNCTION index_changed();

-- Build the index of one tenant again.
CREATE FUNCTION rebuild_index() RETURNS bigint LANGUAGE plpgsql SET search_path = recall, pg_temp AS $$
DECLARE
  counted bigint;
BEGIN
  DELETE FROM word WHERE tenant_id = tenant();
  INSERT INTO word (tenant_id, stem, n, hits, gram_hits, length)
  SELECT m.tenant_id, h.stem, m.n, h.hits, h.gram_hits, m.word_count FROM memory m, word_hits(m.stems) h WHERE m.tenant_id = tenant();
  DELETE FROM word_total WHERE tenant_id = tenant();
  INSERT INTO word_total (tenant_id, memories, words)
  SELECT tenant(), count(*), coalesce(sum(word_count), 0) FROM memory WHERE tenant_id = tenant();
  GET DIAGNOSTICS counted = ROW_COUNT;
  RETURN counted;
END $$;

-- An error if the index of one tenant differs from its memories.
CREATE FUNCTION check_index() RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = recall, pg_temp AS $$
BEGIN
  IF EXISTS (
      SELECT 1 FROM (
        SELECT m.n, h.stem, h.hits, h.gram_hits, m.word_count FROM memory m, word_hits(m.stems) h WHERE m.tenant_id = tenant()) m
      FULL JOIN (SELECT n, stem, hits, gram_hits, length FROM word WHERE tenant_id = tenant()) w
        ON w.n = m.n AND w.stem = m.stem AND w.hits = m.hits AND w.gram_hits = m.gram_hits AND w.length = m.word_count
      WHERE w.n IS NULL OR m.n IS NULL)
    OR EXISTS (
      SELECT count(*), coalesce(sum(word_count), 0) FROM memory WHERE tenant_id = tenant()
      EXCEPT SELECT coalesce(sum(memories), 0), coalesce(sum(words), 0) FROM word_total WHERE tenant_id = tenant()) THEN
    RAISE EXCEPTION 'the index of words differs from the memories' USING ERRCODE = 'index_corrupted';
  END IF;
  RETURN 0;
END $$;

-- The nearest memories of one user by an index of that user alone (`vectors.py`), which an administrator makes for a
-- user with very many. Row-level security holds inside. The index is partial: the planner takes it because user and
-- model stand in the statement as they stand in the index.
CREATE FUNCTION nearest_in_index(model text, embedding halfvec, width bigint) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = recall, public, pg_temp SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('hnsw.ef_search', least(1000, greatest(100, width))::text, true),
    set_config('hnsw.iterative_scan', 'relaxed_order', true);
  RETURN QUERY EXECUTE format(
    'SELECT v.n FROM vector v WHERE v.tenant_id = %L AND v.model = %L ORDER BY v.embedding::halfvec(%s) <=> $1 LIMIT $2',
    tenant(), model, vector_dims(embedding)) USING embedding, width;
END $$;

-- The memories that hold all of some phrases, or any of them: {"all": true, "phrases": [["a", "b"], ["c"]]}. All: those
-- with the rarest stem, and of these the ones with all others. To count every memory with every stem took longest where
-- one of them is common. The statements inside are planned once: to plan them for each call took longer than to run them.
CREATE FUNCTION matching(match text) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SET search_path = recall, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  own_tenant text := tenant();
  phrases jsonb := match::jsonb -> 'phrases';
  stems text[] := ARRAY(SELECT DISTINCT left(s.stem, 200) FROM jsonb_array_elements(phrases) p (v), unnest(strings(p.v::text)) s (stem));
  rarest text;
BEGIN
  IF NOT (match::jsonb ->> 'all')::boolean THEN
    RETURN QUERY
      WITH phrase AS MATERIALIZED (SELECT p.k, strings(p.v::text) AS stems FROM jsonb_array_elements(phrases) WITH ORDINALITY p (v, k)),
      part AS MATERIALIZED (SELECT DISTINCT p.k, left(s.stem, 200) AS stem FROM phrase p, unnest(p.stems) s (stem)),
      found AS (
        SELECT p.k, w.n FROM part p CROSS JOIN LATERAL (
          SELECT w.n FROM word w WHERE w.tenant_id = own_tenant AND w.stem = p.stem OFFSET 0) w
        GROUP BY p.k, w.n HAVING count(*) = (SELECT count(*) FROM part q WHERE q.k = p.k))
      SELECT DISTINCT f.n FROM found f JOIN phrase p ON p.k = f.k
      WHERE cardinality(p.stems) = 1 OR EXISTS (
        SELECT 1 FROM memory m WHERE m.tenant_id = own_tenant AND m.n = f.n
          AND strpos(m.stems, ' ' || array_to_string(p.stems, ' ') || ' ') > 0);
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(phrases) p (v) WHERE cardinality(strings(p.v::text)) = 0) THEN
    RETURN;  -- nothing holds a phrase without words
  END IF;
  SELECT s.stem INTO rarest FROM unnest(stems) s (stem)
  ORDER BY coalesce(
    (SELECT c.memories FROM common_term c WHERE c.tenant_id = own_tenant AND c.term = s.stem),
    (SELECT count(*) FROM (SELECT 1 FROM word w WHERE w.tenant_id = own_tenant AND w.stem = s.stem LIMIT 10000) w)) LIMIT 1;
  RETURN QUERY
    SELECT r.n FROM (SELECT w.n FROM word w WHERE w.tenant_id = own_tenant AND w.stem = rarest OFFSET 0) r
    WHERE (SELECT count(*) FROM unnest(stems) s (stem) CROSS JOIN LATERAL (
        SELECT 1 FROM word w WHERE w.tenant_id = own_tenant AND w.stem = s.stem AND w.n = r.n OFFSET 0) w) = cardinality(stems)
      AND NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(phrases) p (v)
        WHERE jsonb_array_length(p.v) > 1 AND NOT EXISTS (
          SELECT 1 FROM memory m WHERE m.tenant_id = own_tenant AND m.n = r.n
            AND strpos(m.stems, ' ' || array_to_string(strings(p.v::text), ' ') || ' ') > 0));
END $$;

-- A new memory may have made an older one outdated: a reader decides. Asked as part of the operation that stored the new one.
CREATE TABLE update_question (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  newer bigint NOT NULL,
  older bigint NOT NULL,
  reason text NOT NULL,
  asked_at bigint NOT NULL,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  FOREIGN KEY (tenant_id, newer) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, older) REFERENCES memory (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE INDEX update_question_newer ON update_question (tenant_id, newer, older);
CREATE INDEX update_question_older ON update_question (tenant_id, older);
CREATE INDEX update_question_op ON update_question (tenant_id, op);

-- What a reader answered, or only proposed because the older memory is the user's word. It stands as long as its operation.
CREATE TABLE update_answer (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  question bigint NOT NULL,
  choice text NOT NULL,
  is_proposal bigint NOT NULL,
  agent text,
  at bigint NOT NULL,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  FOREIGN KEY (tenant_id, question) REFERENCES update_question (tenant_id, n) ON DELETE RESTRICT,
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE INDEX update_answer_question ON update_answer (tenant_id, question);
CREATE INDEX update_answer_op ON update_answer (tenant_id, op);

-- What a client of the server may do. Of a token only the SHA-256 is stored.
CREATE TABLE token (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  name text NOT NULL,
  agent text NOT NULL,
  rights text NOT NULL,
  clearance integer,
  topics text,
  projects text,
  per_minute bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  used_at bigint,
  revoked_at bigint,
  op bigint NOT NULL,
  PRIMARY KEY (tenant_id, n),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, op) REFERENCES operation (tenant_id, n)
);
CREATE UNIQUE INDEX token_name ON token (tenant_id, name) WHERE revoked_at IS NULL;
CREATE INDEX token_op ON token (tenant_id, op);

-- What another agent asked for over A2A. Memories stand here by their ids alone, never with their words.
CREATE TABLE task (
  tenant_id text NOT NULL,
  n bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  token bigint NOT NULL,
  key text,
  context text NOT NULL,
  state text NOT NULL,
  request text NOT NULL,
  progress text NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  holder text,
  lease_until bigint,
  PRIMARY KEY (tenant_id, n),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, token) REFERENCES token (tenant_id, n)
);
CREATE INDEX task_token ON task (tenant_id, token);
CREATE UNIQUE INDEX task_key ON task (tenant_id, token, key) WHERE key IS NOT NULL;
CREATE INDEX task_open ON task (tenant_id, state) WHERE state IN ('submitted', 'working');

-- Whose token it is: a client that shows one has no tenant yet. No login reads this table; the functions below do, and
-- only for tenants that the login may be.
CREATE TABLE token_owner (
  id text COLLATE "C" PRIMARY KEY,
  tenant text NOT NULL
);
CREATE INDEX token_owner_tenant ON token_owner (tenant);

CREATE FUNCTION token_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = recall, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO token_owner (id, tenant) VALUES (NEW.id, NEW.tenant_id);
  ELSE
    DELETE FROM token_owner o WHERE o.id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER token_changed AFTER INSERT OR DELETE ON token FOR EACH ROW EXECUTE FUNCTION token_changed();

-- The tenants with tokens that this login may be.
CREATE FUNCTION token_tenants(public_id text) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = recall, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT o.tenant FROM token_owner o
  WHERE (token_tenants.public_id IS NULL OR o.id = token_tenants.public_id)
    AND (NOT EXISTS (SELECT 1 FROM login_tenant l WHERE l.login = session_user)
      OR EXISTS (SELECT 1 FROM login_tenant l WHERE l.login = session_user AND l.tenant = o.tenant));
END;

-- The token with this public part, whoever's it is.
CREATE FUNCTION token_by_id(public_id text) RETURNS SETOF token
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

-- The tasks that wait or are being worked on, of all tenants with tokens.
CREATE FUNCTION unfinished_tasks() RETURNS SETOF task
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

-- Isolation: the owner of the tables obeys it too, and who connects as `recall_app` can do nothing else.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind IN ('r', 'p') LOOP
    EXECUTE format('ALTER TABLE recall.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE recall.%I FORCE ROW LEVEL SECURITY', name);
    IF EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = ('recall.' || quote_ident(name))::regclass AND a.attname = 'tenant_id') THEN
      EXECUTE format('CREATE POLICY of_tenant ON recall.%I AS RESTRICTIVE USING (tenant_id = (SELECT recall.tenant())) WITH CHECK (tenant_id = (SELECT recall.tenant()))', name);
      EXECUTE format('CREATE POLICY app ON recall.%I TO recall_app USING (true) WITH CHECK (true)', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON recall.%I TO recall_app', name);
    END IF;
  END LOOP;
END $$;
CREATE POLICY readable ON migration FOR SELECT USING (true);
CREATE POLICY owner ON migration TO recall_owner USING (true) WITH CHECK (true);
CREATE POLICY owner ON server TO recall_owner USING (true) WITH CHECK (true);
CREATE POLICY owner ON login_key TO recall_owner USING (true) WITH CHECK (true);
CREATE POLICY owner ON login_tenant TO recall_owner USING (true) WITH CHECK (true);
CREATE POLICY owner ON token_owner TO recall_owner USING (true) WITH CHECK (true);
-- For the functions about tokens, tasks and jobs, one tenant at a time: the restrictive policies hold for the owner too.
CREATE POLICY owner ON token FOR SELECT TO recall_owner USING (true);
CREATE POLICY owner ON job FOR SELECT TO recall_owner USING (true);
CREATE POLICY owner ON task FOR SELECT TO recall_owner USING (true);
GRANT SELECT ON migration TO recall_app;
GRANT USAGE ON SCHEMA recall TO recall_app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA recall FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA recall TO recall_app;
REVOKE EXECUTE ON FUNCTION tenant_signature(text, text), tenant_context(text), token_tenants(text), token_changed() FROM recall_app;
