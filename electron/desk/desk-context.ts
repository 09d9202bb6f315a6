import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { Journal } from '../copies/journal/journal.ts';
import { readCapture, type Capture } from '../outbox/capture.ts';
import type { CapturedEntry } from '../outbox/enqueue.ts';
import type { Outbox } from '../outbox/open-outbox.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import type { PrintQueue } from '../printing/queue/open-print-queue.ts';
import type { OngoingImport } from '../spreadsheets/import/import-file.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { SettingsStore } from '../storage/settings-store.ts';

/** Dependencies of the desk worker's procedures. */
export interface DeskContext {
  db: Sqlite;
  outbox: Outbox;
  printQueue: PrintQueue;
  reader: OutboxReader;
  settings: SettingsStore;
  ongoingImport: Pick<OngoingImport, 'wrote'>;
  journal: Journal;
  now: () => number;
  emit: (event: DeskEvent) => void;
  /** wakes the sync loop, since there may be work */
  wake: () => void;
}

/** Validates a request. Throws ProblemError `invalid` with one issue per breach. */
export function captureOf(context: DeskContext, request: unknown): Capture {
  const read = readCapture(request, context.settings.get());
  if (!read.ok) throw new ProblemError(read.problem);
  return read.value;
}

/** Runs after the commit and before "saved" is shown: writes the journal, emits the event and wakes the sync. */
export function publishChanges(context: DeskContext, ids: readonly string[]): void {
  context.journal.note();
  context.emit({ kind: 'entries', ids: [...ids] });
  context.wake();
}

/** As `publishChanges`, for the newly captured entries. */
export function publishCaptures(context: DeskContext, captures: readonly CapturedEntry[]): void {
  publishChanges(
    context,
    captures.filter(({ already }) => !already).map(({ id }) => id),
  );
}
