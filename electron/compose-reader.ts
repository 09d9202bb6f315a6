import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskEvent } from '../shared/contract/desk-events.ts';
import { problem, ProblemError } from '../shared/contract/problem.ts';
import { diskProblem, isFatal } from './database/disk-problem.ts';
import { deskFile } from './database/desk-file.ts';
import { deskMigrations } from './database/migrations/index.ts';
import { openDesk, openDeskReader } from './database/open-desk.ts';
import type { Sqlite } from './database/open-sqlite.ts';
import { lockFolder } from './lock/lock-folder.ts';
import { factStore } from './outbox/facts.ts';
import { entryChanges } from './outbox/read-changes.ts';
import { unprintedOrders } from './outbox/read-brought.ts';
import { openReader } from './outbox/open-reader.ts';
import type { IoClient } from './isolated-io/io-message.ts';
import type { Handlers } from './rpc/transport/answer.ts';
import { mapHandlerErrors } from './rpc/transport/guard-handlers.ts';
import { dayHandlers } from './rpc/day/day-handlers.ts';
import { handoverReadHandlers } from './rpc/handover/handover-handlers.ts';
import { paperHandlers } from './rpc/papers/paper-handlers.ts';
import { copyHandlers } from './rpc/backup/copy-handlers.ts';
import { exportHandlers } from './rpc/import/export-handlers.ts';
import { labelHandlers, type LabelContext } from './rpc/labels/label-handlers.ts';
import { printReadHandlers } from './rpc/printing/print-handlers.ts';
import { defaultForm } from './rpc/labels/usual-form.ts';
import { ownLabelIn, problemsOfOwnLabel, type OwnLabelDrawer } from './rpc/labels/own-label-of.ts';
import { watchOwnLabels } from './rpc/labels/watch-brought.ts';
import { screenStateReadHandlers } from './rpc/screens/screen-state-handlers.ts';
import { deskCodeOf } from './memories/package-ids.ts';
import { memoryReadHandlers } from './rpc/memories/memory-read-handlers.ts';
import { entryReadHandlers, searchHandlers } from './rpc/entries/entry-read-handlers.ts';
import { supportReadHandlers } from './rpc/support/support-handlers.ts';
import { boundTargetReader, targetHandlers } from './rpc/delivery/target-handlers.ts';
import { readerSettings } from './settings/settings-store.ts';

export interface ReaderHost {
  folder: string;
  /** for this run, overriding stored ones */
  settings: Record<string, unknown>;
  now: () => number;
  yieldToEventLoop: () => Promise<void>;
  /** accesses places that may never answer; itself answers in bounded time */
  place: IoClient;
  emit: (event: DeskEvent) => void;
  /** starts the thread that reads own labels; it loads nothing before the first */
  startOwnLabels: () => OwnLabelDrawer & { logo: LabelContext['makeLogo']; close: () => Promise<void> };
  /** ends the reader at once so that its host restarts it: its disk failed */
  giveUp: () => void;
}

const versionOf = (db: Sqlite): unknown => db.pragma('user_version', { simple: true });

/**
 * A file of an older version that was not opened since the program was updated is migrated first, which only its owner
 * may do.
 */
function openNewest({ folder, now }: ReaderHost): Sqlite {
  const db = openDeskReader(folder);
  if ([0, deskMigrations.length].includes(Number(versionOf(db)))) return db;
  db.close();
  const lock = lockFolder(folder, now());
  try {
    openDesk(folder).close();
  } finally {
    lock.release();
  }
  return openDeskReader(folder);
}

/**
 * Builds the reading half of the desk. Throws ProblemError `bad-file` if the folder holds no desk, `folder-in-use` if
 * an older program is using it, and like `openSqlite`.
 */
export function composeReader(host: ReaderHost): {
  handlers: Partial<Handlers<'reader' | 'desk'>>;
  close(): Promise<void>;
} {
  const { folder, now } = host;
  const noDesk = () =>
    problem('bad-file', `${folder} holds no desk yet: nothing was ever captured there.`, { reason: 'no-desk' });
  if (!existsSync(join(folder, deskFile))) throw noDesk();
  const db = openNewest(host);
  // The file of a desk that could not be created, because its disk was full.
  if (versionOf(db) === 0) {
    db.close();
    throw noDesk();
  }
  const settings = readerSettings(db, host.settings);
  const facts = factStore(db);
  const stuckMs = () => settings().stuckSeconds * 1000;
  const reader = openReader(db, now, stuckMs);
  const own = host.startOwnLabels();
  const ownLabelWatch = watchOwnLabels({
    unprinted: unprintedOrders(db),
    problemsOf(body) {
      const wanted = ownLabelIn(body, settings(), { practice: false, copy: 1 });
      return problemsOfOwnLabel(wanted, own.draw, defaultForm(settings()));
    },
    onChange: (ids) => host.emit({ kind: 'entries', ids }),
    yieldToEventLoop: host.yieldToEventLoop,
    monotonic: () => performance.now(),
  });
  const practice = (): boolean => [null, 'practice'].includes(facts.get('target'));
  function reasonOf(error: unknown): unknown {
    const trouble = diskProblem(error, folder);
    if (isFatal(error)) host.giveUp();
    return trouble ? new ProblemError(trouble) : error;
  }
  return {
    handlers: mapHandlerErrors(
      {
        ...entryReadHandlers(reader, entryChanges(db)),
        ...labelHandlers({
          reader,
          settings,
          practice,
          ownLabels: own,
          ownLabelWatch,
          makeLogo: own.logo,
          deskCode: () => deskCodeOf(settings(), facts),
          folder,
          now,
          emit: host.emit,
          yieldToEventLoop: host.yieldToEventLoop,
        }),
        ...exportHandlers({
          reader,
          units: settings,
          folder,
          now,
          emit: host.emit,
          yieldToEventLoop: host.yieldToEventLoop,
        }),
        ...screenStateReadHandlers(db),
        ...memoryReadHandlers(db, now),
        ...searchHandlers(db, reader),
        ...printReadHandlers(db),
        ...handoverReadHandlers(db, now),
        ...paperHandlers(folder, now),
        ...dayHandlers(db, reader, now, { stuckMs, bad: ownLabelWatch.badLabels }),
        ...targetHandlers(facts),
        ...supportReadHandlers({
          folder,
          settings,
          counts: () => reader.counts().byState,
          target: boundTargetReader(facts),
          version: () => Number(versionOf(db)),
          verify: () => host.place({ ask: 'verify', path: folder }),
        }),
        ...copyHandlers({
          folder,
          now,
          backUp: (to, at, used) => host.place({ ask: 'backup', data: folder, folder: to, at, used }),
          verify: () =>
            host.place({ ask: 'verify', path: folder }, (percent) => host.emit({ kind: 'verifying', percent })),
          stopVerify: () => host.place({ ask: 'stop' }),
        }),
      },
      reasonOf,
    ),
    async close(): Promise<void> {
      await Promise.all([ownLabelWatch.close(), own.close()]);
      db.close();
    },
  };
}
