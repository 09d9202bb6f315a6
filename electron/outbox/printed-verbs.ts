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

/** Records what a person reports about labels: they were printed, or possibly printed ones were not. */
export function printedVerbs({ db, find, recordAction, host }: OutboxContext) {
  const savePrinted = db.prepare<[string, number, Buffer, number, number]>(
    `UPDATE entry SET printed_number = ?, printed_provisional = ?, printed_from = ?, printed_at = ?, copies = copies + 1
     WHERE seq = ?`,
  );
  const markReplacement = db.prepare<[string]>('UPDATE entry SET replaces_printed = 1 WHERE id = ?');
  const clearMaybePrinted = db.prepare<[number]>(
    `UPDATE entry SET maybe_printed = 0 WHERE seq = ? AND label_list = 'unconfirmed'`,
  );

  /** Records a number printed on paper, whoever reports it. */
  function onPaper(row: StoredEntry, { number, provisional, drawnFrom }: PrintedLabel, who: string): void {
    savePrinted.run(number, Number(provisional), drawnFrom, host.now(), row.seq);
    if (row.replaced_by !== null) markReplacement.run(row.replaced_by);
    recordAction(row, 'printed', who, why('printed', { number }));
  }

  return {
    onPaper,
    /**
     * Records that a person confirmed a label, with what is on it; null: it counts as drawn from the order as it is now.
     * Returns what is recorded.
     */
    confirmPrinted(id: string, operator: string, drawn: PrintedLabel | null): PrintedLabel {
      const row = find(id);
      const label = drawn ?? (row.tracking_number === null ? null : printedLabelOf(row, row.tracking_number));
      if (label === null)
        throw problem('wrong-state', `${row.key} has no number yet, so no label of it can have been printed.`, {
          id,
        });
      onPaper(row, label, operator);
      return label;
    },
    /** Records that a person found no paper: these labels are ready to print again. */
    reportNotPrinted(ids: readonly string[], operator: string): string[] {
      for (const id of ids) {
        const row = find(id);
        if (clearMaybePrinted.run(row.seq).changes === 0) {
          throw problem('wrong-state', `The label of ${row.key} is not one that may have been printed.`, { id });
        }
        recordAction(row, 'not-printed', operator, why('not-printed'));
      }
      return [...ids];
    },
  };
}
