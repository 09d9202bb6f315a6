import { openJournal, type JournalHost } from '../../electron/copies/journal/journal.ts';
import type { TestOutbox } from './open-test-outbox.ts';
import { join } from 'node:path';

/** The rescue journal of a test outbox, by default in the outbox's folder. */
export function openTestJournal(
  desk: TestOutbox,
  folder = join(desk.folder, 'journal'),
  given: Partial<JournalHost> = {},
) {
  return openJournal({
    db: desk.db,
    folder,
    now: desk.now,
    onFailure: () => undefined,
    onLostActions: () => undefined,
    after: () => () => undefined,
    ...given,
  });
}
