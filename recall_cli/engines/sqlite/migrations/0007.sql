-- The memories that an ended belief may have made outdated, which are links of their own kind: looked up with each answer.

CREATE INDEX link_outdates ON link (user, other, one) WHERE kind = 'outdates';
