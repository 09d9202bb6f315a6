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
  ongoingImport: Pick<OngoingImport, 'recordWrite'>;
  journal: Journal;
  now: () => number;
  emit: (event: DeskEvent) => void;
  /** wakes the sync loop, since there may be work */
  wakeSync: () => void;
}

/** Validates a request. Throws ProblemError `invalid` with one issue per breach. */
export function requireCapture(context: DeskContext, request: unknown): Capture {
  const result = readCapture(request, context.settings.get());
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}

/** Writes the journal, emits the event and wakes the sync. Called after the commit and before "saved" is shown. */
export function publishChanges(context: DeskContext, ids: readonly string[]): void {
  context.journal.note();
  context.emit({ kind: 'entries', ids: [...ids] });
  context.wakeSync();
}

/** The same as `publishChanges`, for those of the entries that were not captured before. */
export function publishCaptures(context: DeskContext, captures: readonly CapturedEntry[]): void {
  publishChanges(
    context,
    captures.filter(({ already }) => !already).map(({ id }) => id),
  );
}
