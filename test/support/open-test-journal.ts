import { openJournal, type JournalHost } from '../../electron/copies/journal/journal.ts';
import type { TestOutbox } from './open-test-outbox.ts';
import { join } from 'node:path';

/** The rescue journal of a test outbox, by default in the outbox's folder. */
export function openTestJournal(
  testOutbox: TestOutbox,
  folder = join(testOutbox.folder, 'journal'),
  overrides: Partial<JournalHost> = {},
) {
  return openJournal({
    db: testOutbox.db,
    folder,
    now: testOutbox.now,
    onFailure: () => undefined,
    onLostActions: () => undefined,
    after: () => () => undefined,
    ...overrides,
  });
}
