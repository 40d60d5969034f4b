-- The contests between two texts, which are links of their own kind: all of them are read with each answer.

CREATE INDEX link_contest ON link (user, one, other) WHERE kind = 'contests';
