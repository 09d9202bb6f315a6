import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { foldersIn } from '../../shared/settings/settings.ts';
import { readBackupNote } from '../copies/backup/backup-note.ts';
import { openLookups } from '../lookups/open-lookups.ts';
import { learnEntries, scheduleIdleTasks, type IdleTask } from '../memory/learn-entries.ts';
import { newBadge } from '../operators/operators.ts';
import { commandsForgetter } from '../outbox/commands.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { openReader } from '../outbox/open-reader.ts';
import { screenStateStore } from '../outbox/screen-state.ts';
import { answer, type Answerer } from '../platform/link/answer.ts';
import { restrictDataFolder } from '../platform/private-files.ts';
import { openPrintQueue } from '../printing/queue/open-print-queue.ts';
import { ongoingImport } from '../spreadsheets/import/import-file.ts';
import { deskFile } from '../storage/database/desk-file.ts';
import { diskProblem, goneProblem } from '../storage/database/disk-problem.ts';
import { openDesk } from '../storage/database/open-desk.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { createCheckpointer, withoutSync } from '../storage/database/transactions.ts';
import { findSyncProgram } from '../storage/lock/find-sync-program.ts';
import { lockFile, lockFolder, type FolderLock } from '../storage/lock/lock-folder.ts';
import { settingsStore } from '../storage/settings-store.ts';
import { composeDrill } from './compose-drill.ts';
import type { ComposedDesk, DeskHost } from './compose-host.ts';
import { composeIndexes } from './compose-indexes.ts';
import { composeSafeguards } from './compose-safeguards.ts';
import type { DeskContext } from './desk-context.ts';
import { deskWarnings, folderGuard } from './folder/folder-guard.ts';
import { reopenHandlers } from './folder/reopen-handlers.ts';
import { catchHostFaults, watchDisk, watchFolder } from './folder/watch-disk.ts';
import { captureHandlers, decisionHandlers, setFieldHandlers } from './handlers/entry-handlers.ts';
import { handoverHandlers } from './handlers/handover-handlers.ts';
import { importHandlers, importStepHandlers } from './handlers/import-handlers.ts';
import { lookupHandlers } from './handlers/lookup-handlers.ts';
import { listHandlers, memoryWriteHandlers } from './handlers/memory-write-handlers.ts';
import { screenStateHandlers } from './handlers/screen-state-handlers.ts';
import { tableHandlers } from './handlers/table-handlers.ts';
import { openDelivery, syncHandlers } from './open-delivery.ts';
import { openPrinting } from './open-printing.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the writing half of the desk: the only place that sees outbox, sync, service and import at once. Throws
 * ProblemError `folder-in-use`, `newer-database`, `damaged`, `disk` or `bad-setting`, and then holds nothing.
 */
export function composeDesk(host: DeskHost): ComposedDesk {
  let lock: FolderLock | undefined;
  let db: Sqlite | undefined;
  const dispose = (): void => {
    db?.close();
    lock?.release();
  };
  try {
    const mustExist = host.hadDesk;
    if (mustExist && !existsSync(join(host.folder, deskFile))) throw new ProblemError(goneProblem(host.folder));
    lock = lockFolder(host.folder, host.clock.now(), { mustExist });
    db = openDesk(host.folder, { mustExist });
    return assemble(host, db, lock, dispose);
  } catch (error) {
    dispose();
    const trouble = diskProblem(error, host.folder);
    throw trouble ? new ProblemError(trouble) : error;
  }
}

/** Calls every function added so far, in their order. */
function subscribers<T>() {
  const all: ((value: T) => unknown)[] = [];
  return {
    add: (subscriber: (value: T) => unknown): void => void all.push(subscriber),
    notify(value: T): void {
      for (const subscriber of all) subscriber(value);
    },
  };
}

function assemble(given: DeskHost, db: Sqlite, lock: FolderLock, dispose: () => void): ComposedDesk {
  const { folder } = given;
  // Each part subscribes once it exists; a part that does not exist yet has missed nothing.
  const events = subscribers<DeskEvent>();
  const diskTroubles = subscribers<Problem | null>();
  events.add(given.emit);
  const emit = events.notify;
  const warnings = deskWarnings(emit);
  diskTroubles.add((trouble) =>
    warnings.report('cannot-save', trouble && { reason: 'damaged', folder, ...trouble.params }),
  );
  const disk = watchDisk({ ...given, db, onTrouble: diskTroubles.notify });
  const host = catchHostFaults(given, disk);
  const { now } = host.clock;
  const settings = settingsStore(db);
  settings.setForThisRun(host.settings);
  const opened = openOutbox(db, {
    now,
    newId: host.newId,
    holdMs: () => settings.get().holdSeconds * 1000,
    onUnwritable: (count) => warnings.report('damage', { folder, count }),
  });
  const printQueue = openPrintQueue(db, { now, newId: host.newId });
  // Print attempts interrupted by a crash or a kill.
  printQueue.interrupted();
  const reader = openReader(db, now, () => settings.get().stuckSeconds * 1000);
  const reportSettings = (): void => warnings.report('setting', settings.unusable()[0] ?? null);
  reportSettings();
  events.add(({ kind }) => kind === 'settings' && reportSettings());
  warnings.report('open-to-others', restrictDataFolder(folder, lockFile) ? null : { folder });
  const syncs = findSyncProgram(folder);
  warnings.report('synced-folder', syncs === null ? null : { folder, by: syncs });
  warnings.report('network-folder', given.isOnNetwork ? { folder } : null);
  const places = (): string[] => [folder, settings.get().journalCopy].filter((place) => place !== '');
  const indexes = composeIndexes(db, host.onFault);
  /** null until it is opened: delivery needs the safeguards, and these ask whether it is idle */
  let openedDelivery: ReturnType<typeof openDelivery> | null = null;
  const isIdle = (): boolean =>
    openedDelivery?.status().underWay === 0 && !opened.sync.isBusy(now(), settings.get().stuckSeconds * 1000);
  const wakers = subscribers<void>();
  const rescue = composeSafeguards(db, {
    ...host,
    now,
    settings: settings.get,
    placesOfRun: foldersIn(host.settings),
    idle: isIdle,
    report: warnings.report,
    refreshScreens: () => emit({ kind: 'desk' }),
    rebuildIndexes: () => (indexes.rebuild(), wakers.notify()),
  });
  events.add(({ kind }) => kind === 'settings' && rescue.check());
  diskTroubles.add((trouble) => trouble?.kind === 'damaged' && rescue.isBroken(trouble.message));
  const { generations, targets } = rescue.register;
  const guard = folderGuard({ ...host, lock, generations, report: warnings.report });
  const outbox = { ...opened, sync: guard.guardSync(opened.sync) };
  // An action written to no folder was not done.
  const noted = { note: () => void (guard.isGone() || rescue.note()) };
  const imported = ongoingImport(host.clock.monotonic);
  const parts: DeskContext = {
    db,
    outbox,
    printQueue,
    reader,
    settings,
    ongoingImport: imported,
    journal: noted,
    now,
    emit,
    wake: () => openedDelivery?.wake(),
  };
  const drill = composeDrill(parts, { ...host, practice: () => openedDelivery?.practice() ?? null });
  const printing = openPrinting(parts, { ...host, isGone: guard.isGone, drill: drill.keeper });
  const delivery = openDelivery(parts, { ...host, targets });
  openedDelivery = delivery;
  const lookups = openLookups({
    ...host,
    db,
    emit,
    settings: settings.get,
    service: delivery.serviceForLookups,
    bound: outbox.target.bound,
    online: () => delivery.status().connection === 'online',
    onUnreached: delivery.unreached,
  });
  events.add(({ kind }) => (kind === 'sync' || kind === 'settings') && lookups.wake());
  const watched = watchFolder({
    ...host,
    now,
    folders: places,
    // The desk's own threads access no place but the data folder.
    freeBytes: (place) => (place === folder ? host.freeBytes(place) : host.place({ ask: 'free', folder: place })),
    lastBackup: () => readBackupNote(folder),
    report: warnings.report,
  });
  void watched.check();
  const memory = screenStateStore(db, now);
  const unsynced = (learning: IdleTask): IdleTask => ({
    processBatch: () => withoutSync(db, () => learning.processBatch()),
  });
  const learned = unsynced(learnEntries(db));
  const soon = (some: readonly IdleTask[], isHeldBack?: () => boolean) =>
    scheduleIdleTasks(some, host.timer.after, host.onFault, isHeldBack);
  const learning = soon([learned, unsynced(indexes.skus)], imported.shouldWait);
  // Learns what a crash or an older version left out.
  learning.wake();
  // One task per turn, so that a capture waits for at most one of them.
  const idleTasks = [
    soon([unsynced(commandsForgetter(db, now))], imported.shouldWait),
    soon([unsynced(indexes.entries)], imported.shouldWait),
    // A WAL that grows too long would be checkpointed by a person's commit.
    soon([createCheckpointer(db)]),
  ];
  idleTasks.forEach((one) => one.wake());
  for (const one of [learning, printing, ...idleTasks]) wakers.add(one.wake);
  events.add(({ kind }) => kind === 'entries' && wakers.notify());
  diskTroubles.add((trouble) => {
    if (trouble) return;
    parts.wake();
    learning.wake();
  });
  const lists = listHandlers(parts, host, learning.wake);
  const steps = importStepHandlers(parts, memory, { ...host, monotonic: host.clock.monotonic });
  let isClosing = false;
  const run = (name: string, input: unknown): Promise<Result<unknown>> =>
    // A handler may call another one: it is looked up when a call arrives, after all of them exist.
    // eslint-disable-next-line no-use-before-define
    answer(answerer, name, input, (error) => {
      // An awaited operation, such as a hash, may finish after the close: that is no fault.
      if (!isClosing) host.onFault(error);
    });
  const answerer: Answerer = {
    handlers: {
      ...captureHandlers(parts, host.soon),
      ...setFieldHandlers(parts, host.yieldToEventLoop),
      ...decisionHandlers(parts, host.yieldToEventLoop),
      ...printing.handlers,
      ...handoverHandlers(parts, host.newId),
      ...drill.handlers,
      ...screenStateHandlers(db, memory, () => newBadge(host.random)),
      ...memoryWriteHandlers(parts, { ...host, run }, learned),
      ...lists.handlers,
      ...warnings.handlers,
      ...rescue.handlers,
      ...importHandlers(parts, { ...host, monotonic: host.clock.monotonic }),
      ...steps.handlers,
      ...lookupHandlers(parts, lookups),
      ...tableHandlers(host.folder, now),
      ...syncHandlers(parts, delivery, rescue.choose),
      ...reopenHandlers(db, generations, { ...host, now, ...rescue.reopening }),
    },
    guard: guard.guard,
    mapError: (error) => disk.note(error).answer,
  };
  return {
    ...answerer,
    async close() {
      isClosing = true;
      disk.close();
      guard.close();
      generations.close();
      watched.close();
      learning.close();
      idleTasks.forEach((one) => one.close());
      drill.close();
      try {
        await printing.close();
        await lists.close();
        await steps.close();
        lookups.stop();
        await delivery.close();
        await lookups.ended();
        await rescue.close();
      } finally {
        dispose();
      }
    },
  };
}
