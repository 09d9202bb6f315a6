import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskEvent } from '../shared/desk-events.ts';
import { problem } from '../shared/problem.ts';
import { deskFile, openDeskReader } from './database/open-desk.ts';
import { factStore } from './outbox/facts.ts';
import { entryChanges } from './outbox/read-changes.ts';
import { openReader } from './outbox/open-reader.ts';
import type { Handlers } from './rpc/answer.ts';
import { copyHandlers } from './rpc/copy-handlers.ts';
import { exportHandlers } from './rpc/export-handlers.ts';
import { labelHandlers } from './rpc/label-handlers.ts';
import { recallHandlers } from './rpc/memory-handlers.ts';
import { recallingHandlers } from './rpc/recalling-handlers.ts';
import { readingHandlers } from './rpc/reading-handlers.ts';
import { searchHandlers } from './rpc/search-handlers.ts';
import { targetHandlers } from './rpc/target-handlers.ts';
import { settingsStore } from './settings/settings-store.ts';

export interface ReaderHost {
  folder: string;
  /** for this run, over what is stored */
  settings: Record<string, unknown>;
  now: () => number;
  rest: () => Promise<void>;
  tell: (event: DeskEvent) => void;
}

/** Builds the reading half of the desk. Throws ProblemError `bad-file` where the folder holds no desk. */
export function composeReader(host: ReaderHost): { handlers: Partial<Handlers<'reader'>>; close(): void } {
  const { folder, now } = host;
  if (!existsSync(join(folder, deskFile)))
    throw problem('bad-file', `${folder} holds no desk yet: nothing was ever captured there.`, { reason: 'no-desk' });
  const db = openDeskReader(folder);
  // The owner may store other settings meanwhile.
  const settings = () => {
    const store = settingsStore(db);
    return store.setForThisRun(host.settings);
  };
  settings();
  const facts = factStore(db);
  const reader = openReader(db, now, () => settings().stuckSeconds * 1000);
  const practice = (): boolean => [null, 'practice'].includes(facts.get('target'));
  return {
    handlers: {
      ...readingHandlers(reader, entryChanges(db)),
      ...labelHandlers({ reader, settings, practice, folder, now, tell: host.tell, rest: host.rest }),
      ...exportHandlers({ reader, units: settings, folder, now, tell: host.tell, rest: host.rest }),
      ...recallHandlers(db),
      ...recallingHandlers(db, now),
      ...searchHandlers(db, reader),
      ...targetHandlers(facts),
      ...copyHandlers(db, folder, now),
    },
    close: () => void db.close(),
  };
}
