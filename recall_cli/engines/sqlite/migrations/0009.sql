-- A new memory may have made an older one outdated: a reader decides. Asked as part of the operation that stored the new one.
CREATE TABLE update_question (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  newer INTEGER NOT NULL REFERENCES memory (n),
  older INTEGER NOT NULL REFERENCES memory (n),
  reason TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  op INTEGER NOT NULL REFERENCES operation (n)
);
CREATE INDEX update_question_newer ON update_question (newer, older);
CREATE INDEX update_question_older ON update_question (older);
CREATE INDEX update_question_op ON update_question (op);

-- What a reader answered, or only proposed because the older memory is the user's word. It stands as long as its operation.
CREATE TABLE update_answer (
  n INTEGER PRIMARY KEY,
  user TEXT NOT NULL,
  question INTEGER NOT NULL REFERENCES update_question (n),
  choice TEXT NOT NULL,
  is_proposal INTEGER NOT NULL,
  agent TEXT,
  at INTEGER NOT NULL,
  op INTEGER NOT NULL REFERENCES operation (n)
);
CREATE INDEX update_answer_question ON update_answer (question);
CREATE INDEX update_answer_op ON update_answer (op);
