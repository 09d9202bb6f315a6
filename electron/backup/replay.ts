import { endpointOf } from '../../shared/service/endpoints.ts';
import { isFinal, type State } from '../../shared/outbox/states.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { setReason, setWait } from '../outbox/apply-change.ts';
import { historyWriter } from '../outbox/history.ts';
import { multipleContentsHash, type EntryRecord } from '../outbox/entry-record.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';
import type { ActionLine, JournalLine, UnversionedLine } from './journal-line.ts';
import type { NewerLines } from './read-newer.ts';
import { createContentReplayer, messageTextOf } from './replay-content.ts';
import { createReplacementReplayer } from './replay-replaced.ts';

export interface ReplayResult {
  /** captures recovered from the journal alone */
  fromJournal: number;
  /** ids of journalled entries that could not be entered: their content is gone, or another entry has their key now */
  notRestored: string[];
  /** lines that were applied, to be written to the next journal too */
  appliedLines: JournalLine[];
}

/**
 * Replays, under the same ids, what users did after a backup was made: the content of entries, and the state each was
 * left in. What may have been sent meanwhile is left to the caller. `yieldToEventLoop` is awaited regularly.
 */
export async function replay(
  context: OutboxContext,
  db: Sqlite,
  newer: NewerLines,
  yieldToEventLoop: () => Promise<void>,
): Promise<ReplayResult> {
  const writeHistory = historyWriter(db);
  const content = createContentReplayer(context, db);
  const notRestoredIds = new Set<string>();
  const replaced = createReplacementReplayer(context, db, setState);
  const taken: JournalLine[] = [];
  let fromJournal = 0;

  function replayOld(line: UnversionedLine): void {
    const known = context.records.byId(line.id);
    if (known === undefined) {
      if (content.enter(line, line, 'queued')) fromJournal += 1;
      return askUser(line.id);
    }
    if (isFinal(known.state)) return;
    const record = content.rewrite(known, line, false);
    if (record.state === 'draft') askUser(line.id);
    else if (record.state === 'refused') setState(record, 'queued', line.at);
  }

  /** The old format does not record whether it was a draft, so nothing is sent until a user decides. */
  function askUser(id: string): void {
    const record = context.find(id);
    const from = record.state;
    setState(record, 'unsure', record.captured_at);
    record.asks = 'may-be-there';
    record.maybe_taken = 1;
    context.records.save(record, 'unsure');
    const because = why('restored-old-form');
    writeHistory({
      entry: record.seq,
      at: context.host.now(),
      who: 'restore',
      event: 'restored',
      from,
      to: 'unsure',
      why: because,
    });
  }

  function replayAction(line: ActionLine): void {
    const { id, at, operator: who, event, to, why: because } = line;
    const isNew = context.records.byId(id) === undefined;
    if (isNew) {
      if (!line.request) return void notRestoredIds.add(id);
      if (!content.enter(line, line.request, to === 'draft' ? 'draft' : 'queued')) return;
      fromJournal += 1;
    } else if (line.request) {
      const known = context.find(id);
      content.rewrite(known, line.request, wasSentSince(known, line));
    }
    const record = context.find(id);
    const { state } = record;
    const after = stateAfter(record, line);
    // the journal line, of another folder, lacks this folder's `from`, so use the local state: daily totals are
    // computed from these steps
    if (!isNew || after !== state)
      writeHistory({ entry: record.seq, at, who, event, from: state, to: after, why: because });
    if (line.reached === 'other') record.reached_sha256 = multipleContentsHash;
    record.replaced_by = line.replacedBy ?? record.replaced_by;
    record.to_cancel = line.toCancel ? 1 : 0;
    replaced.add(line);
    if (event === 'ours' || event === 'taken') {
      record.asks = null;
      record.reached_sha256 = record.request_sha256;
    }
    if (event === 'send-anyway') {
      context.needs.waive(record.seq);
      record.held_by = null;
    }
    if (event === 'printed') content.print(record, line);
    if (event === 'text-forgotten') content.revokeText(line);
    setState(record, after, at, messageTextOf(line));
  }

  /** Sets the state of an entry, and the columns that depend on it. */
  function setState(record: EntryRecord, to: State, at: number, text = ''): void {
    const from = record.state;
    record.state = to;
    if (to !== from) setWait(record, null);
    if (to === 'accepted') setWait(record, { setAt: context.host.now(), forMs: 0 });
    if (to === 'accepted' || to === 'done') record.accepted_at ??= at;
    else if (to === 'queued') record.accepted_at = null;
    if (to !== from) setReason(record, to === 'refused' ? { code: 'text', text, field: null } : null);
    if (to !== 'queued' && to !== 'draft') record.held_by = null;
    if (to !== from) record.asks = null;
    record.settled_at = isFinal(to) ? (record.settled_at ?? at) : null;
    context.save(record, from);
  }

  let count = 0;
  for (const line of [...newer.old, ...newer.acts]) {
    count += 1;
    if (count % 50 === 0) await yieldToEventLoop();
    try {
      db.transaction(() => (line.v === undefined ? replayOld(line) : replayAction(line)))();
      taken.push(line);
    } catch (error) {
      if (!isRejectedLine(error)) throw error;
      notRestoredIds.add(line.id);
    }
  }
  for (const id of db.transaction(() => replaced.close())()) notRestoredIds.add(id);
  return { fromJournal, notRestored: [...notRestoredIds], appliedLines: taken };
}

/**
 * Lines that cannot be applied are reported and stop nothing; a crafted line may violate a constraint that ours never
 * do.
 */
const isRejectedLine = (error: unknown): boolean =>
  error instanceof ProblemError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'));

/** Whether the action was done to an entry that had been sent, unknown to what is restored. */
const wasSentSince = ({ state }: EntryRecord, { from }: ActionLine): boolean =>
  from !== null && from !== 'draft' && from !== 'queued' && from !== state;

/**
 * The state of an entry after an action, as far as the action determines it: what the service answered meanwhile is
 * asked for again, so a final state known only from the service is not replayed.
 */
function stateAfter({ state, endpoint }: EntryRecord, { to, event }: ActionLine): State {
  if (isFinal(state)) return state;
  switch (to) {
    case 'refused':
      return event === 'failed' ? 'refused' : state;
    case 'unsure':
    case 'sending':
      return state;
    case 'accepted':
      return endpointOf(endpoint).outcome.length > 0 ? 'accepted' : 'done';
    case 'done':
      return event === 'closed' || endpointOf(endpoint).outcome.length === 0 ? 'done' : 'accepted';
    default:
      return to;
  }
}
