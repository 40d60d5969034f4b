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

-- Isolation, as for every table of a tenant.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['update_question', 'update_answer'] LOOP
    EXECUTE format('ALTER TABLE recall.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE recall.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON recall.%I AS RESTRICTIVE USING (tenant_id = (SELECT recall.tenant())) WITH CHECK (tenant_id = (SELECT recall.tenant()))', name);
    EXECUTE format('CREATE POLICY app ON recall.%I TO recall_app USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON recall.%I TO recall_app', name);
  END LOOP;
END $$;
