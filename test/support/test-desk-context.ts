import type { DeskContext } from '../../electron/desk/desk-context.ts';
import { settingsStore } from '../../electron/storage/settings-store.ts';
import { openTestJournal } from './open-test-journal.ts';
import type { TestOutbox } from './open-test-outbox.ts';

/** The context that handlers receive, on a test outbox; events are discarded. */
export const testDeskContext = (testOutbox: TestOutbox): DeskContext => ({
  db: testOutbox.db,
  outbox: testOutbox.outbox,
  printQueue: testOutbox.queue,
  reader: testOutbox.reader,
  settings: settingsStore(testOutbox.db),
  ongoingImport: { recordWrite: () => undefined },
  journal: openTestJournal(testOutbox),
  now: testOutbox.now,
  emit: () => undefined,
  wakeSync: () => undefined,
});
