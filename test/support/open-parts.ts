import type { DeskContext } from '../../electron/desk/desk-context.ts';
import { settingsStore } from '../../electron/storage/settings-store.ts';
import { openTestJournal } from './open-test-journal.ts';
import type { TestOutbox } from './open-test-outbox.ts';

/** The context that handlers receive, over a test outbox; events are dropped. */
export const openParts = (desk: TestOutbox): DeskContext => ({
  db: desk.db,
  outbox: desk.outbox,
  printQueue: desk.queue,
  reader: desk.reader,
  settings: settingsStore(desk.db),
  ongoingImport: { wrote: () => undefined },
  journal: openTestJournal(desk),
  now: desk.now,
  emit: () => undefined,
  wake: () => undefined,
});
