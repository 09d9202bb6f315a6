import { isFinal, type State } from '../../shared/outbox/states.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { historyWriter } from '../outbox/history.ts';
import type { EntryRecord } from '../outbox/entry-record.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';
import type { ActionLine } from './journal-line.ts';

/**
 * Handles an order and its replacement, which are two lines of a journal, one of which may be damaged. If only the
 * replacement's line is left, the original is closed; if only the original's is left, its replacement is reported as
 * missing.
 */
export function createReplacementReplayer(
  context: OutboxContext,
  db: Sqlite,
  setState: (record: EntryRecord, to: State, at: number) => void,
): { add: (line: ActionLine) => void; close: () => string[] } {
  const writeHistory = historyWriter(db);
  /** lines of replacements, by id of the original */
  const linesByOriginal = new Map<string, ActionLine>();
  const replacementIds = new Set<string>();

  function closeOriginal(id: string, { id: copy, key, operator, at }: ActionLine): void {
    const old = context.records.byId(id);
    if (old === undefined || old.replaced_by !== null || old.state === 'withdrawn') return;
    const from = old.state;
    const to = isFinal(from) || from === 'accepted' ? from : 'withdrawn';
    const because = why('replaced', { key });
    writeHistory({
      entry: old.seq,
      at,
      who: operator,
      event: to === from ? 'replaced' : 'withdraw',
      from,
      to,
      why: because,
    });
    old.replaced_by = copy;
    // its earlier outcome was in the missing line
    old.to_cancel = 1;
    setState(old, to, at);
  }

  return {
    add(line): void {
      if (line.replaces !== undefined) linesByOriginal.set(line.replaces, line);
      if (line.replacedBy !== undefined) replacementIds.add(line.replacedBy);
    },
    /** Closes originals known only from the line of their replacement. Returns ids of missing replacements. */
    close(): string[] {
      for (const [id, copy] of linesByOriginal) closeOriginal(id, copy);
      return [...replacementIds].filter((id) => context.records.byId(id) === undefined);
    },
  };
}
