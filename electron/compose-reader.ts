import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskEvent } from '../shared/desk-events.ts';
import { problem, ProblemError } from '../shared/problem.ts';
import { diskProblem, isFatal } from './database/disk-problem.ts';
import { deskFile, openDeskReader } from './database/open-desk.ts';
import { factStore } from './outbox/facts.ts';
import { entryChanges } from './outbox/read-changes.ts';
import { openReader } from './outbox/open-reader.ts';
import type { AskPlace } from './places/place-message.ts';
import type { Handlers } from './rpc/answer.ts';
import { guardHandlers } from './rpc/guard-handlers.ts';
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
  /** reaches places that may never answer; answers itself in time */
  place: AskPlace;
  tell: (event: DeskEvent) => void;
  /** ends the reader at once, for its host to begin it anew: its disk failed */
  giveUp: () => void;
}

/** Builds the reading half of the desk. Throws ProblemError `bad-file` where the folder holds no desk, and as `openSqliteReader`. */
export function composeReader(host: ReaderHost): { handlers: Partial<Handlers<'reader'>>; close(): void } {
  const { folder, now } = host;
  const noDesk = () =>
    problem('bad-file', `${folder} holds no desk yet: nothing was ever captured there.`, { reason: 'no-desk' });
  if (!existsSync(join(folder, deskFile))) throw noDesk();
  const db = openDeskReader(folder);
  // the file of a desk that could not be made: its disk was full
  if (db.pragma('user_version', { simple: true }) === 0) {
    db.close();
    throw noDesk();
  }
  // The owner may store other settings meanwhile.
  const settings = () => {
    const store = settingsStore(db);
    return store.setForThisRun(host.settings);
  };
  settings();
  const facts = factStore(db);
  const reader = openReader(db, now, () => settings().stuckSeconds * 1000);
  const practice = (): boolean => [null, 'practice'].includes(facts.get('target'));
  function reasonOf(error: unknown): unknown {
    const trouble = diskProblem(error, folder);
    if (isFatal(error)) host.giveUp();
    return trouble ? new ProblemError(trouble) : error;
  }
  return {
    handlers: guardHandlers(
      {
        ...readingHandlers(reader, entryChanges(db)),
        ...labelHandlers({ reader, settings, practice, folder, now, tell: host.tell, rest: host.rest }),
        ...exportHandlers({ reader, units: settings, folder, now, tell: host.tell, rest: host.rest }),
        ...recallHandlers(db),
        ...recallingHandlers(db, now),
        ...searchHandlers(db, reader),
        ...targetHandlers(facts),
        ...copyHandlers(db, {
          folder,
          now,
          backUp: (to, at) => host.place({ ask: 'backup', data: folder, folder: to, at }),
        }),
      },
      reasonOf,
    ),
    close: () => void db.close(),
  };
}
