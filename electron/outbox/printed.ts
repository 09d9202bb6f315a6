import { problem } from '../../shared/problem.ts';
import { why } from '../../shared/whys.ts';
import type { OutboxParts } from './parts.ts';

/** Notes that a person saw these labels come out of the printer, with the number that was on the paper. */
export function printedVerb({ db, find, noteAct, host }: OutboxParts) {
  const print = db.prepare<[string, number, number]>(
    'UPDATE entry SET printed_number = ?, printed_at = ?, copies = copies + 1 WHERE seq = ?',
  );
  return function printed(ids: readonly string[], operator: string): string[] {
    for (const id of ids) {
      const mark = find(id);
      if (mark.tracking_number === null) {
        throw problem('wrong-state', `${mark.key} has no number yet, so no label of it can have been printed.`, { id });
      }
      print.run(mark.tracking_number, host.now(), mark.seq);
      noteAct(mark, 'printed', operator, why('printed', { number: mark.tracking_number }));
    }
    return [...ids];
  };
}
