import { ProblemError } from '../../../shared/contract/problem.ts';
import { isFinal, type State } from '../../../shared/outbox/states.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import { historyWriter, setReason, setWait } from '../../outbox/apply-transition.ts';
import { readCapture, type Capture } from '../../outbox/capture.ts';
import { answerTexts } from '../../outbox/decide.ts';
import { nextReachedHash, type EntryRecord, multipleContentsHash } from '../../outbox/entry-record.ts';
import type { OutboxContext } from '../../outbox/outbox-context.ts';
import { printedLabelOf } from '../../outbox/printed-verbs.ts';
import { contentWriter } from '../../outbox/rewrite.ts';
import type { StoredRequest } from '../../outbox/stored-request.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import type { ActionLine, JournalLine, UnversionedLine } from '../journal/journal-line.ts';
import type { NewerLines } from '../journal/read-journal.ts';

/**
 * Replays the content of entries and their printed labels from journal lines. All methods throw ProblemError if a line
 * cannot be applied.
 */
export function createContentReplayer(context: OutboxContext, db: Sqlite) {
  const write = contentWriter(context);
  const facts = factStore(db);
  const texts = answerTexts(facts);
  const print = db.prepare<[string, number, Buffer, number, number]>(
    `UPDATE entry SET printed_number = ?, printed_provisional = ?, printed_from = ?, printed_at = ?, copies = copies + 1
     WHERE seq = ?`,
  );
  return {
    /** Enters the order under its own id. Returns false if an identical order exists under another id. */
    enter(line: JournalLine, request: StoredRequest, state: 'queued' | 'draft'): boolean {
      const { id, operator, at: now } = line;
      const replaces = line.v === 2 ? line.replaces : undefined;
      const imported = line.v === 2 && 'code' in line.why && line.why.code === 'imported';
      const options = { id, operator, state, wait: null, now, imported, ...(replaces !== undefined && { replaces }) };
      return !context.enqueue(captureOf(line.endpoint, request), options).already;
    },
    /**
     * Returns the changed entry, which waits for the dependencies of its new content. `wasSent`: its earlier content
     * was sent with an unknown outcome, and may still be at the service under the same key.
     */
    rewrite(record: EntryRecord, request: StoredRequest, wasSent: boolean): EntryRecord {
      const capture = captureOf(record.endpoint, request);
      const { key } = record;
      const before = nextReachedHash(record);
      write(record, capture);
      const holder = context.needs.note(record.seq, capture.needs);
      const written = context.find(record.id);
      if (capture.key.value !== key) written.reached_sha256 = null;
      else if (wasSent) written.reached_sha256 = before;
      written.held_by = written.state === 'queued' ? holder : null;
      context.records.save(written, written.state);
      return written;
    },
    /** Revokes what a user decided about a service message, so that it is asked again. */
    revokeText(line: ActionLine): void {
      texts.forget(facts.get('target') ?? '', messageTextOf(line), line.key);
    },
    print(record: EntryRecord, { why, at }: ActionLine): void {
      const number = 'params' in why && 'number' in why.params ? why.params.number : null;
      if (typeof number !== 'string') return;
      // it was on the label, so the service had assigned it
      record.tracking_number ??= number;
      const { provisional, drawnFrom } = printedLabelOf(record, number);
      print.run(number, Number(provisional), drawnFrom, at, record.seq);
    },
  };
}

/** The service message an action was about; empty if there was none. */
export const messageTextOf = ({ why }: ActionLine): string =>
  'params' in why && 'text' in why.params ? String(why.params.text) : '';

function captureOf(endpoint: number, { query, body }: StoredRequest): Capture {
  // values in the query were filled in at capture, so these defaults are not used
  const read = readCapture({ endpoint, query, body }, { sync: 0, idType: 'PackageId', lang: 'zh' });
  if (!read.ok) throw new ProblemError(read.problem);
  return read.value;
}

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
