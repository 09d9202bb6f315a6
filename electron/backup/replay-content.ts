import { ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { readCapture, type Capture } from '../outbox/capture.ts';
import { factStore } from '../outbox/facts.ts';
import { reachedToo, type EntryRecord } from '../outbox/entry-record.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';
import { paperOf } from '../outbox/printed.ts';
import { answerTexts } from '../outbox/answer-texts.ts';
import type { StoredRequest } from '../outbox/stored-request.ts';
import { contentWriter } from '../outbox/write-content.ts';
import type { ActLine, JournalLine } from './journal-line.ts';

/** What an entry asks for and what was on its paper, as a journal tells it. All throw ProblemError where it cannot be entered. */
export function contentOf(parts: OutboxContext, db: Sqlite) {
  const write = contentWriter(parts);
  const facts = factStore(db);
  const texts = answerTexts(facts);
  const print = db.prepare<[string, number, Buffer, number, number]>(
    `UPDATE entry SET printed_number = ?, printed_provisional = ?, printed_from = ?, printed_at = ?, copies = copies + 1
     WHERE seq = ?`,
  );
  return {
    /** Enters it under its own id. False where the very same order is there under another. */
    enter(line: JournalLine, request: StoredRequest, state: 'queued' | 'draft'): boolean {
      const { id, operator, at: now } = line;
      const replaces = line.v === 2 ? line.replaces : undefined;
      const imported = line.v === 2 && 'code' in line.why && line.why.code === 'imported';
      const options = { id, operator, state, wait: null, now, imported, ...(replaces !== undefined && { replaces }) };
      return !parts.enqueue(captureOf(line.endpoint, request), options).already;
    },
    /**
     * Answers the entry as it stands then: it waits for what the new content needs. `wasSent`: with the content before, nobody knows
     * what came of it, and under the same key that one may stand at the service still.
     */
    rewrite(record: EntryRecord, request: StoredRequest, wasSent: boolean): EntryRecord {
      const capture = captureOf(record.endpoint, request);
      const { key } = record;
      const before = reachedToo(record);
      write(record, capture);
      const holder = parts.needs.note(record.seq, capture.needs);
      const written = parts.find(record.id);
      if (capture.key.value !== key) written.reached_sha256 = null;
      else if (wasSent) written.reached_sha256 = before;
      written.held_by = written.state === 'queued' ? holder : null;
      parts.records.save(written, written.state);
      return written;
    },
    /** What a person took back of the meaning of a text, so that it is asked about again. */
    forgetText(line: ActLine): void {
      texts.forget(facts.get('target') ?? '', textIn(line), line.key);
    },
    print(record: EntryRecord, { why, at }: ActLine): void {
      const number = 'params' in why && 'number' in why.params ? why.params.number : null;
      if (typeof number !== 'string') return;
      // it stood on the label, so the service had given it
      record.tracking_number ??= number;
      const { provisional, drawnFrom } = paperOf(record, number);
      print.run(number, Number(provisional), drawnFrom, at, record.seq);
    },
  };
}

/** The text of the service that an act was about; empty where it was about none. */
export const textIn = ({ why }: ActLine): string =>
  'params' in why && 'text' in why.params ? String(why.params.text) : '';

function captureOf(endpoint: number, { query, body }: StoredRequest): Capture {
  // what stands in the query was filled in when it was captured
  const read = readCapture({ endpoint, query, body }, { sync: 0, idType: 'PackageId', lang: 'zh' });
  if (!read.ok) throw new ProblemError(read.problem);
  return read.value;
}
