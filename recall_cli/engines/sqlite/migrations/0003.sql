-- When a turn was last met: one that nothing has repeated for long is forgotten by maintenance. What was read before this
-- was known counts as met when the newest session was read, or else when something was last written.
ALTER TABLE heard ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE heard SET at = coalesce(
  (SELECT max(t.read_at) FROM transcript t WHERE t.user = heard.user),
  (SELECT max(o.at) FROM operation o WHERE o.user = heard.user), 0);
