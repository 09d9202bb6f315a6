import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { StoredEntry } from './entry-row.ts';
import type { OutboxContext } from './outbox-context.ts';

/** A printed label: its number, whether that was provisional, and the hash of the order it was drawn from. */
export interface PrintedLabel {
  number: string;
  provisional: boolean;
  drawnFrom: Buffer;
}

/** The label of an order as it is now. */
export const printedLabelOf = (
  { request_sha256: drawnFrom, tracking_final }: StoredEntry,
  number: string,
): PrintedLabel => ({
  number,
  provisional: tracking_final === 0,
  drawnFrom,
});

/** Records what a person reports of labels: they were printed, or possibly printed ones were not. */
export function printedVerbs({ db, find, recordAction, host }: OutboxContext) {
  const print = db.prepare<[string, number, Buffer, number, number]>(
    `UPDATE entry SET printed_number = ?, printed_provisional = ?, printed_from = ?, printed_at = ?, copies = copies + 1
     WHERE seq = ?`,
  );
  const tellReplacement = db.prepare<[string]>('UPDATE entry SET replaces_printed = 1 WHERE id = ?');
  const takeOff = db.prepare<[number]>(
    `UPDATE entry SET maybe_printed = 0 WHERE seq = ? AND label_list = 'unconfirmed'`,
  );

  /** Records a number that is on paper, whatever the source. */
  function onPaper(record: StoredEntry, { number, provisional, drawnFrom }: PrintedLabel, who: string): void {
    print.run(number, Number(provisional), drawnFrom, host.now(), record.seq);
    if (record.replaced_by !== null) tellReplacement.run(record.replaced_by);
    recordAction(record, 'printed', who, why('printed', { number }));
  }

  return {
    onPaper,
    /**
     * Records that a person confirmed a label, with what is on it; null: it counts as drawn from the order as it is now.
     * Returns what is recorded.
     */
    printed(id: string, operator: string, drawn: PrintedLabel | null): PrintedLabel {
      const record = find(id);
      const label = drawn ?? (record.tracking_number === null ? null : printedLabelOf(record, record.tracking_number));
      if (label === null)
        throw problem('wrong-state', `${record.key} has no number yet, so no label of it can have been printed.`, {
          id,
        });
      onPaper(record, label, operator);
      return label;
    },
    /** Records that a person found no paper: these labels are ready to print again. */
    notPrinted(ids: readonly string[], operator: string): string[] {
      for (const id of ids) {
        const record = find(id);
        if (takeOff.run(record.seq).changes === 0) {
          throw problem('wrong-state', `The label of ${record.key} is not one that may have been printed.`, { id });
        }
        recordAction(record, 'not-printed', operator, why('not-printed'));
      }
      return [...ids];
    },
  };
}
