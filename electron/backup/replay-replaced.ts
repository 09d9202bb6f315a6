import { isFinal, type State } from '../../shared/outbox/states.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { historyWriter } from '../outbox/history.ts';
import type { EntryRecord } from '../outbox/entry-record.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';
import type { ActLine } from './journal-line.ts';

/**
 * An order and the one in its place are told by two lines of a journal, and one of them may be damaged. Of the copy's alone it is known
 * that the original was left; of the original's alone, that there was a copy.
 */
export function replacements(
  parts: OutboxContext,
  db: Sqlite,
  leave: (record: EntryRecord, to: State, at: number) => void,
): { add: (line: ActLine) => void; close: () => string[] } {
  const note = historyWriter(db);
  /** by id of the original */
  const copies = new Map<string, ActLine>();
  const named = new Set<string>();

  function closeOriginal(id: string, { id: copy, key, operator, at }: ActLine): void {
    const old = parts.records.byId(id);
    if (old === undefined || old.replaced_by !== null || old.state === 'withdrawn') return;
    const from = old.state;
    const to = isFinal(from) || from === 'accepted' ? from : 'withdrawn';
    const because = why('replaced', { key });
    note({ entry: old.seq, at, who: operator, event: to === from ? 'replaced' : 'withdraw', from, to, why: because });
    old.replaced_by = copy;
    // what became of it before it was replaced stood in the line that is gone
    old.to_cancel = 1;
    leave(old, to, at);
  }

  return {
    add(line): void {
      if (line.replaces !== undefined) copies.set(line.replaces, line);
      if (line.replacedBy !== undefined) named.add(line.replacedBy);
    },
    /** Closes originals that only the line of their copy tells of. Answers ids of copies that are gone. */
    close(): string[] {
      for (const [id, copy] of copies) closeOriginal(id, copy);
      return [...named].filter((id) => parts.records.byId(id) === undefined);
    },
  };
}
