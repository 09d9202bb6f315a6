import { ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { readCapture, type Capture } from '../outbox/capture.ts';
import { factStore } from '../outbox/facts.ts';
import { nextReachedHash, type EntryRecord } from '../outbox/entry-record.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';
import { printedLabelOf } from '../outbox/printed.ts';
import { answerTexts } from '../outbox/answer-texts.ts';
import type { StoredRequest } from '../outbox/stored-request.ts';
import { contentWriter } from '../outbox/write-content.ts';
import type { ActionLine, JournalLine } from './journal-line.ts';

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
