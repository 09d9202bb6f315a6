import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import type { IoClient } from '../copies/io-process/io-message.ts';
import { deskCodeOf } from '../memory/package-ids.ts';
import { entryChanges, openReader } from '../outbox/open-reader.ts';
import { unprintedOrders } from '../outbox/read-labels.ts';
import type { Answerer } from '../platform/link/answer.ts';
import { defaultForm } from '../printing/drawing/make-label-source.ts';
import { ownLabelIn, problemsOfOwnLabel, type OwnLabelDrawer } from '../printing/drawing/own-label-of-order.ts';
import { watchOwnLabels } from '../printing/drawing/watch-own-labels.ts';
import { deskFile } from '../storage/database/desk-file.ts';
import { diskProblem, isFatal } from '../storage/database/disk-problem.ts';
import { factStore } from '../storage/database/facts.ts';
import { deskMigrations } from '../storage/database/migrations/index.ts';
import { openDesk, openDeskReader } from '../storage/database/open-desk.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { lockFolder } from '../storage/lock/lock-folder.ts';
import { readerSettings } from '../storage/settings-store.ts';
import { copyHandlers } from './handlers/copy-handlers.ts';
import { dayHandlers } from './handlers/day-handlers.ts';
import { entryReadHandlers, searchHandlers } from './handlers/entry-read-handlers.ts';
import { exportHandlers } from './handlers/export-handlers.ts';
import { handoverReadHandlers } from './handlers/handover-handlers.ts';
import { labelHandlers, type LabelContext } from './handlers/label-handlers.ts';
import { memoryReadHandlers } from './handlers/memory-read-handlers.ts';
import { paperHandlers } from './handlers/paper-handlers.ts';
import { printReadHandlers } from './handlers/print-handlers.ts';
import { screenStateReadHandlers } from './handlers/screen-state-handlers.ts';
import { supportReadHandlers } from './handlers/support-handlers.ts';
import { boundTargetReader, targetHandlers } from './handlers/target-handlers.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface ReaderHost {
  folder: string;
  /** settings for this run; they override stored ones */
  settings: Record<string, unknown>;
  now: () => number;
  yieldToEventLoop: () => Promise<void>;
  /** accesses folders that may hang, in a separate process; answers in bounded time */
  askIo: IoClient;
  emit: (event: DeskEvent) => void;
  /** starts the thread that reads own labels; it loads nothing before the first label */
  startOwnLabels: () => OwnLabelDrawer & { makeLogo: LabelContext['makeLogo']; close: () => Promise<void> };
  /** ends the reader's thread at once, so that the host restarts it: its disk failed */
  endForRestart: () => void;
}

const schemaVersionOf = (db: Sqlite): unknown => db.pragma('user_version', { simple: true });

/** Opens the database for reading. A file of an older version is migrated first, under the lock of its folder. */
function openMigrated({ folder, now }: ReaderHost): Sqlite {
  const db = openDeskReader(folder);
  if ([0, deskMigrations.length].includes(Number(schemaVersionOf(db)))) return db;
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
export function composeReader(host: ReaderHost): Answerer & { close(): Promise<void> } {
  const { folder, now } = host;
  const noDeskProblem = () =>
    problem('bad-file', `${folder} holds no desk yet: nothing was ever captured there.`, { reason: 'no-desk' });
  if (!existsSync(join(folder, deskFile))) throw noDeskProblem();
  const db = openMigrated(host);
  // If the disk was full when the desk was created, its file has no tables.
  if (schemaVersionOf(db) === 0) {
    db.close();
    throw noDeskProblem();
  }
  const settings = readerSettings(db, host.settings);
  const facts = factStore(db);
  const stuckMs = () => settings().stuckSeconds * 1000;
  const reader = openReader(db, now, stuckMs);
  const ownLabels = host.startOwnLabels();
  const ownLabelWatch = watchOwnLabels({
    unprinted: unprintedOrders(db),
    problemsOf(body) {
      const request = ownLabelIn(body, settings(), { practice: false, copy: 1 });
      return problemsOfOwnLabel(request, ownLabels.draw, defaultForm(settings()));
    },
    onChange: (ids) => host.emit({ kind: 'entries', ids }),
    yieldToEventLoop: host.yieldToEventLoop,
    monotonic: () => performance.now(),
  });
  const isPractice = (): boolean => [null, 'practice'].includes(facts.get('target'));
  function mapError(error: unknown): unknown {
    const diskFault = diskProblem(error, folder);
    if (isFatal(error)) host.endForRestart();
    return diskFault ? new ProblemError(diskFault) : error;
  }
  return {
    handlers: {
      ...entryReadHandlers(reader, entryChanges(db)),
      ...labelHandlers({
        reader,
        settings,
        isPractice: isPractice,
        ownLabels: ownLabels,
        ownLabelWatch,
        makeLogo: ownLabels.makeLogo,
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
      ...memoryReadHandlers(db),
      ...searchHandlers(db, reader),
      ...printReadHandlers(db),
      ...handoverReadHandlers(db, now),
      ...paperHandlers(folder, now),
      ...dayHandlers(db, reader, now, { stuckMs, badLabels: ownLabelWatch.badLabels }),
      ...targetHandlers(facts),
      ...supportReadHandlers({
        folder,
        settings,
        counts: () => reader.counts().byState,
        target: boundTargetReader(facts),
        schemaVersion: () => Number(schemaVersionOf(db)),
        verify: () => host.askIo({ ask: 'verify', path: folder }),
      }),
      ...copyHandlers({
        folder,
        now,
        backUp: (destination, at, mustBeUsedBefore) =>
          host.askIo({ ask: 'backup', data: folder, folder: destination, at, used: mustBeUsedBefore }),
        verify: () =>
          host.askIo({ ask: 'verify', path: folder }, (percent) => host.emit({ kind: 'verifying', percent })),
        stopVerify: () => host.askIo({ ask: 'stop' }),
      }),
    },
    mapError,
    async close(): Promise<void> {
      await Promise.all([ownLabelWatch.close(), ownLabels.close()]);
      db.close();
    },
  };
}
