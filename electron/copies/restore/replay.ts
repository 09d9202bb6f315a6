import { ProblemError } from '../../../shared/contract/problem.ts';
import { isFinal, type State } from '../../../shared/outbox/states.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import { readCapture, type Capture } from '../../outbox/capture.ts';
import { answerTexts } from '../../outbox/decide.ts';
import {
  asPossiblyDraft,
  asReplayed,
  withHolder,
  withNumberOnPaper,
  withQuestion,
  withReached,
  withReplacement,
  withToCancel,
} from '../../outbox/entry-change.ts';
import { nextReachedHash, type StoredEntry, multipleContentsHash } from '../../outbox/entry-row.ts';
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
  const textMeanings = answerTexts(facts);
  const savePrinted = db.prepare<[string, number, Buffer, number, number]>(
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
    rewrite(previous: StoredEntry, request: StoredRequest, wasSent: boolean): StoredEntry {
      const capture = captureOf(previous.endpoint, request);
      const { row } = write(previous, capture);
      const holder = context.needs.addDependencies(row.seq, capture.dependencies);
      const reached = wasSent ? nextReachedHash(previous) : row.reached_sha256;
      const updated = withReached(
        withHolder(row, row.state === 'queued' ? holder : null),
        row.key === previous.key ? reached : null,
      );
      context.records.save(previous, updated, null);
      return updated;
    },
    /** Revokes what a user decided about a service message, so that it is asked again. */
    revokeText(line: ActionLine): void {
      textMeanings.forget(facts.get('target') ?? '', messageTextOf(line), line.key);
    },
    /** Returns the entry with the number of its label. */
    print(row: StoredEntry, { why, at }: ActionLine): StoredEntry {
      const number = 'params' in why && 'number' in why.params ? why.params.number : null;
      if (typeof number !== 'string') return row;
      const { provisional, drawnFrom } = printedLabelOf(row, number);
      savePrinted.run(number, Number(provisional), drawnFrom, at, row.seq);
      return withNumberOnPaper(row, number);
    },
  };
}

/** The service message an action was about; empty if there was none. */
export const messageTextOf = ({ why }: ActionLine): string =>
  'params' in why && 'text' in why.params ? String(why.params.text) : '';

function captureOf(endpoint: number, { query, body }: StoredRequest): Capture {
  // values in the query were filled in at capture, so these defaults are not used
  const checked = readCapture({ endpoint, query, body }, { sync: 0, idType: 'PackageId', lang: 'zh' });
  if (!checked.ok) throw new ProblemError(checked.problem);
  return checked.value;
}

/**
 * Handles an order and its replacement, which are two lines of a journal, one of which may be damaged. If only the
 * replacement's line is left, the original is closed; if only the original's is left, its replacement is reported as
 * missing.
 */
export function createReplacementReplayer(context: OutboxContext): {
  add: (line: ActionLine) => void;
  close: () => string[];
} {
  /** lines of replacements, by id of the original */
  const linesByOriginal = new Map<string, ActionLine>();
  const replacementIds = new Set<string>();

  function closeOriginal(id: string, { id: copy, key, operator, at }: ActionLine): void {
    const old = context.records.byId(id);
    if (old === undefined || old.replaced_by !== null || old.state === 'withdrawn') return;
    const oldState = old.state;
    const newState = isFinal(oldState) || oldState === 'accepted' ? oldState : 'withdrawn';
    const event = newState === oldState ? 'replaced' : 'withdraw';
    // its earlier outcome was in the missing line
    const updated = asReplayed(withReplacement(old, copy, true), newState, { at, now: context.host.now() });
    context.records.save(old, updated, {
      steps: [{ at, event, from: oldState, to: newState, why: why('replaced', { key }) }],
      who: operator,
    });
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
  const content = createContentReplayer(context, db);
  const notRestoredIds = new Set<string>();
  const replacements = createReplacementReplayer(context);
  const applied: JournalLine[] = [];
  let fromJournal = 0;

  function replayOld(line: UnversionedLine): void {
    const existing = context.records.byId(line.id);
    if (existing === undefined) {
      if (content.enter(line, line, 'queued')) fromJournal += 1;
      return askUser(line.id);
    }
    if (isFinal(existing.state)) return;
    const row = content.rewrite(existing, line, false);
    if (row.state === 'draft') askUser(line.id);
    else if (row.state === 'refused') {
      context.records.save(row, asReplayed(row, 'queued', { at: line.at, now: context.host.now() }), null);
    }
  }

  /** The old format does not record whether it was a draft, so nothing is sent until a user decides. */
  function askUser(id: string): void {
    const previous = context.find(id);
    const now = context.host.now();
    const updated = asPossiblyDraft(asReplayed(previous, 'unsure', { at: previous.captured_at, now }));
    const reason = why('restored-old-form');
    const step = { at: now, event: 'restored', from: previous.state, to: 'unsure', why: reason } as const;
    context.records.save(previous, updated, { steps: [step], who: 'restore' });
  }

  function replayAction(line: ActionLine): void {
    const { id, at, operator, event, to: recordedState, why: reason } = line;
    const isNew = context.records.byId(id) === undefined;
    if (isNew) {
      if (!line.request) return void notRestoredIds.add(id);
      if (!content.enter(line, line.request, recordedState === 'draft' ? 'draft' : 'queued')) return;
      fromJournal += 1;
    } else if (line.request) {
      const existing = context.find(id);
      content.rewrite(existing, line.request, wasSentSince(existing, line));
    }
    const previous = context.find(id);
    const { state: oldState } = previous;
    const newState = stateAfter(previous, line);
    replacements.add(line);
    if (event === 'text-forgotten') content.revokeText(line);
    const updated = asReplayed(applyMarks(previous, line), newState, {
      at,
      now: context.host.now(),
      text: messageTextOf(line),
    });
    // daily totals are computed from these steps, so the step has the state in this folder, not that in the lost one
    const steps = !isNew || newState !== oldState ? [{ at, event, from: oldState, to: newState, why: reason }] : [];
    context.records.save(previous, updated, { steps, who: operator });
  }

  /** Applies the marks of an action to its entry; they do not depend on the state. */
  function applyMarks(row: StoredEntry, line: ActionLine): StoredEntry {
    const { event, replacedBy = row.replaced_by } = line;
    const reached = line.reached === 'other' ? withReached(row, multipleContentsHash) : row;
    const linked = replacedBy === null ? reached : withReplacement(reached, replacedBy, false);
    const listed = withToCancel(linked, line.toCancel === true);
    switch (event) {
      case 'ours':
      case 'taken':
        return withReached(withQuestion(listed, null), row.request_sha256);
      case 'send-anyway':
        context.needs.waive(row.seq);
        return withHolder(listed, null);
      case 'printed':
        return content.print(listed, line);
      default:
        return listed;
    }
  }

  let count = 0;
  for (const line of [...newer.unversioned, ...newer.actions]) {
    count += 1;
    if (count % 50 === 0) await yieldToEventLoop();
    try {
      db.transaction(() => (line.v === undefined ? replayOld(line) : replayAction(line)))();
      applied.push(line);
    } catch (error) {
      if (!isRejectedLine(error)) throw error;
      notRestoredIds.add(line.id);
    }
  }
  for (const id of db.transaction(() => replacements.close())()) notRestoredIds.add(id);
  return { fromJournal, notRestored: [...notRestoredIds], appliedLines: applied };
}

/**
 * Lines that cannot be applied are reported and stop nothing; a crafted line may violate a constraint that ours never
 * do.
 */
const isRejectedLine = (error: unknown): boolean =>
  error instanceof ProblemError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'));

/** Whether the action was done to an entry that had been sent, unknown to what is restored. */
const wasSentSince = ({ state }: StoredEntry, { from }: ActionLine): boolean =>
  from !== null && from !== 'draft' && from !== 'queued' && from !== state;

/**
 * The state of an entry after an action, as far as the action determines it: what the service answered meanwhile is
 * asked for again, so a final state known only from the service is not replayed.
 */
function stateAfter({ state, endpoint }: StoredEntry, { to, event }: ActionLine): State {
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
