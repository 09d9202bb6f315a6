import type { Sqlite } from '../database/open-sqlite.ts';

/** Attempts that are examined, newest first; keys that are listed. */
const [newest, most] = [1000, 20];

/**
 * Labels that a printer received whole and may print once it has paper or is closed again: it fell silent or stopped,
 * the connection was cut, or the desk ended meanwhile. Nobody at the desk can take them back; switching the printer off
 * and on does.
 */
export function lateLabels(db: Sqlite) {
  const lastTry = '(SELECT max(id) FROM print_attempt WHERE label = l.seq)';
  const wasLost = `EXISTS (SELECT 1 FROM print_history h WHERE h.label = l.seq AND h.event = 'lost'
     AND h.why IN ('printer-silent', 'printer-stopped', 'connection-cut', 'desk-ended'))`;
  const printersAskedAbout = db
    .prepare<[number], string>(
      `SELECT DISTINCT a.printer FROM print_label l JOIN print_attempt a ON a.id = ${lastTry}
       WHERE l.job = ? AND l.state = 'unconfirmed' AND l.settled_at IS NULL AND ${wasLost} ORDER BY a.printer`,
    )
    .pluck();
  // a later label that was printed shows that nothing is left in the printer: it prints in order
  const keysLeft = db
    .prepare<[{ printer: string }], string>(
      `WITH tried AS MATERIALIZED (
         SELECT a.id, a.verdict, l.seq, l.entry, l.state, a.id = ${lastTry} AS isLast
         FROM print_attempt a JOIN print_label l ON l.seq = a.label
         WHERE a.id > (SELECT max(id) FROM print_attempt) - ${newest} AND a.printer = @printer)
       SELECT DISTINCT e.key FROM tried l JOIN entry e ON e.seq = l.entry
       WHERE l.id > coalesce((SELECT max(id) FROM tried WHERE isLast AND state = 'on-paper'), 0) AND l.verdict = 'lost'
         AND NOT (l.isLast AND l.state = 'unconfirmed') AND ${wasLost}
       ORDER BY l.id DESC LIMIT ${most}`,
    )
    .pluck();
  return {
    /** Printers that may still print unconfirmed labels of a job. */
    printersOfUnconfirmed: (job: number): string[] => printersAskedAbout.all(job),
    /** Keys of orders whose label a printer may still print, although a person reported that it did not come out. */
    keysLeftIn: (printer: string): string[] => keysLeft.all({ printer }),
  };
}
