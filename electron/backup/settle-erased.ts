import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { setWait } from '../outbox/apply-change.ts';
import { entryRecordColumns, type EntryRecord } from '../outbox/entry-record.ts';
import { historyWriter } from '../outbox/history.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';

const atOnce = 200;

/**
 * Settles entries in a restored file that were settled and erased in the file it replaces, with the same state and at
 * the same time: nothing is left to find out about them, and only entries settled long ago are erased. Throws if the
 * old file cannot be read.
 */
export async function settleErased(
  from: Sqlite,
  into: Sqlite,
  context: OutboxContext,
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const note = historyWriter(into);
  const differs = into.prepare<[string, number | null], { id: string }>(
    'SELECT id FROM entry WHERE id = ? AND erased_at IS NULL AND (settled_at IS NULL OR settled_at > ?)',
  );
  const erased = from.prepare<[], EntryRecord>(
    `SELECT ${entryRecordColumns} FROM entry WHERE erased_at IS NOT NULL ORDER BY seq`,
  );
  const settle = into.transaction((before: EntryRecord): void => {
    const record = context.find(before.id);
    const { state } = record;
    if (record.settled_at !== null) {
      record.settled_at = before.settled_at;
      return context.save(record, state);
    }
    const { tries, accepted_at, settled_at, tracking_number, tracking_final, shipping_provider, svc_id } = before;
    const { replaced_by, reached_sha256, maybe_taken, maybe_twice } = before;
    Object.assign(record, {
      ...{
        state: before.state,
        tries: Math.max(tries, record.tries),
        accepted_at,
        settled_at,
        tracking_number,
        tracking_final,
      },
      ...{ shipping_provider, svc_id, replaced_by, reached_sha256, maybe_taken, maybe_twice },
      ...{ held_by: null, asks: null, to_cancel: 0 },
    } satisfies Partial<EntryRecord>);
    setWait(record, null);
    const [at, because] = [context.host.now(), why('restored')];
    note({ entry: record.seq, at, who: 'restore', event: 'restored', from: state, to: before.state, why: because });
    context.save(record, state);
  });
  let count = 0;
  for (const before of erased.all()) {
    if (differs.get(before.id, before.settled_at)) settle(before);
    count += 1;
    if (count % atOnce === 0) await yieldToEventLoop();
  }
}
