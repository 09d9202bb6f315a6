/**
 * The text of a scan that belongs to no label may be anything, so it is erased from a print job once it is old
 * (`retention`). No row changes.
 */
export const erasedScans = {
  version: 26,
  name: 'erased-scans',
  sql: /* sql */ `
DROP TRIGGER print_history_keeps_its_words;
CREATE TRIGGER print_history_keeps_its_words BEFORE UPDATE OF said ON print_history
  WHEN NEW.said NOT IN ('', OLD.said)
    OR NOT ((OLD.label IS NULL AND OLD.event = 'scan')
      OR EXISTS (SELECT 1 FROM print_label l JOIN entry e ON e.seq = l.entry WHERE l.seq = OLD.label AND e.erased_at IS NOT NULL))
  BEGIN SELECT RAISE(ABORT, 'print history is append-only'); END;
`,
};
