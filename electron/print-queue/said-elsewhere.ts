import { problem } from '../../shared/contract/problem.ts';
import { jobWriter } from './add-job.ts';
import type { QueueContext } from './queue-context.ts';

/**
 * What a person reports about labels that were printed by a dialog or a PDF, or were on a separate list after a
 * restore. A label of the same order in the queue follows that. Runs inside the caller's transaction.
 */
export function manualPrintConfirmations(context: QueueContext) {
  const { outbox, paper, records, takeLabel, host } = context;
  const write = jobWriter(context);
  const copiesOf = context.db.prepare<[number], { copies: number }>('SELECT copies FROM entry WHERE seq = ?');

  return {
    /** `reason`: why labels that were already on paper were reprinted. */
    printed(ids: readonly string[], operator: string, reason: string): string[] {
      const by = { who: operator, why: 'printed-by-dialog' as const };
      let [job, place] = [null as number | null, 0];
      for (const id of ids) {
        const { seq } = outbox.find(id);
        const open = records.underWay(seq);
        if (open?.state === 'handed-over')
          throw problem('wrong-state', 'This label is being printed just now. Wait for its end.', { id });
        if (open?.state === 'unconfirmed') {
          takeLabel(open, 'seen', { who: operator, why: 'person-said' });
          continue;
        }
        if (open !== null) takeLabel(open, 'cancel', by);
        paper.printed([id], operator);
        const { tracking_number: number } = outbox.find(id);
        const copy = copiesOf.get(seq)?.copies ?? 1;
        job ??= write.job('', operator, null, by).seq;
        place += 1;
        const label = { job, place, entry: seq, copy, reason: copy > 1 ? reason : null };
        const said = copy > 1 && reason !== '' ? { ...by, said: reason } : by;
        write.label(label, 'on-paper', { number: number ?? '', proof: by.why, at: host.now() }, said);
      }
      return [...ids];
    },
    notPrinted(ids: readonly string[], operator: string): string[] {
      paper.notPrinted(ids, operator);
      for (const id of ids) {
        const open = records.underWay(outbox.find(id).seq);
        if (open?.state === 'unconfirmed') takeLabel(open, 'no-paper', { who: operator, why: 'no-paper-seen' });
      }
      return [...ids];
    },
  };
}
