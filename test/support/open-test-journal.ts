import { join } from 'node:path';
import { openJournal, type JournalHost } from '../../electron/backup/journal.ts';
import type { TestOutbox } from './open-test-outbox.ts';

/** The rescue journal of a test's outbox, in its own folder where none is given. */
export function openTestJournal(
  desk: TestOutbox,
  folder = join(desk.folder, 'journal'),
  given: Partial<JournalHost> = {},
) {
  return openJournal({
    db: desk.db,
    folder,
    now: desk.now,
    onTrouble: () => undefined,
    onAhead: () => undefined,
    after: () => () => undefined,
    ...given,
  });
}
