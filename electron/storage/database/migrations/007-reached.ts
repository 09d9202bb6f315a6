/**
 * What an attempt may have delivered to the service: the hash of its content, so that "not changed" is known to refer
 * to the desk's own order; and whether it may have arrived more than once, which is never cleared. Existing entries get
 * both from their histories.
 */
export const deliveredContent = {
  version: 7,
  name: 'reached',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN reached_sha256 BLOB
  CONSTRAINT reached_is_sha256 CHECK (reached_sha256 IS NULL OR length(reached_sha256) = 32);
ALTER TABLE entry ADD COLUMN maybe_twice INTEGER NOT NULL DEFAULT 0 CONSTRAINT maybe_twice_is_boolean CHECK (maybe_twice IN (0, 1));
UPDATE entry SET reached_sha256 = request_sha256 WHERE maybe_taken = 1 OR (accepted_at IS NOT NULL AND state <> 'draft');
UPDATE entry SET maybe_twice = 1 WHERE endpoint = 7 AND EXISTS (
  SELECT 1 FROM history lost JOIN history sent ON sent.entry = lost.entry AND sent.seq > lost.seq AND sent.event = 'claim'
  WHERE lost.entry = entry.seq AND (
    lost.why_code IN ('service-failed', 'answer-broken', 'something-else-answered')
    OR (lost.why_code = 'no-answer' AND lost.why_params ->> 'cause' NOT IN ('name', 'refused', 'unreachable'))
  )
);
`,
};
