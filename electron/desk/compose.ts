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
import { answerCall, type Answerer } from '../platform/link/answer.ts';
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
 * ProblemError `folder-in-use`, `newer-database`, `damaged`, `disk` or `bad-setting`; after that nothing stays open.
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
    const diskFault = diskProblem(error, host.folder);
    throw diskFault ? new ProblemError(diskFault) : error;
  }
}

/** A list of functions. `notify` calls all of them with a value, in the order they were added. */
function subscribers<T>() {
  const functions: ((value: T) => unknown)[] = [];
  return {
    add: (subscriber: (value: T) => unknown): void => void functions.push(subscriber),
    notify(value: T): void {
      for (const subscriber of functions) subscriber(value);
    },
  };
}

function assemble(unguardedHost: DeskHost, db: Sqlite, lock: FolderLock, dispose: () => void): ComposedDesk {
  const { folder } = unguardedHost;
  // Each part subscribes when it is created; earlier events do not concern it.
  const events = subscribers<DeskEvent>();
  const diskFaults = subscribers<Problem | null>();
  events.add(unguardedHost.emit);
  const emit = events.notify;
  const warnings = deskWarnings(emit);
  diskFaults.add((fault) => warnings.report('cannot-save', fault && { reason: 'damaged', folder, ...fault.params }));
  const disk = watchDisk({ ...unguardedHost, db, onDiskFault: diskFaults.notify });
  const host = catchHostFaults(unguardedHost, disk);
  const { now } = host.clock;
  const settings = settingsStore(db);
  settings.setForThisRun(host.settings);
  const openedOutbox = openOutbox(db, {
    now,
    newId: host.newId,
    holdMs: () => settings.get().holdSeconds * 1000,
    onUnwritable: (count) => warnings.report('damage', { folder, count }),
  });
  const printQueue = openPrintQueue(db, { now, newId: host.newId });
  // For print attempts that a crash or a kill interrupted.
  printQueue.recoverAfterRestart();
  const reader = openReader(db, now, () => settings.get().stuckSeconds * 1000);
  const reportSettings = (): void => warnings.report('setting', settings.unusable()[0] ?? null);
  reportSettings();
  events.add(({ kind }) => kind === 'settings' && reportSettings());
  warnings.report('open-to-others', restrictDataFolder(folder, lockFile) ? null : { folder });
  const syncProgram = findSyncProgram(folder);
  warnings.report('synced-folder', syncProgram === null ? null : { folder, by: syncProgram });
  warnings.report('network-folder', unguardedHost.isOnNetwork ? { folder } : null);
  const watchedFolders = (): string[] => [folder, settings.get().journalCopy].filter((place) => place !== '');
  const indexes = composeIndexes(db, host.onFault);
  /** null until delivery is opened: it needs the safeguards, which ask whether it is idle */
  let openedDelivery: ReturnType<typeof openDelivery> | null = null;
  const isIdle = (): boolean =>
    openedDelivery?.status().underWay === 0 && !openedOutbox.sync.isBusy(now(), settings.get().stuckSeconds * 1000);
  const wakers = subscribers<void>();
  const safeguards = composeSafeguards(db, {
    ...host,
    now,
    settings: settings.get,
    foldersOfRun: foldersIn(host.settings),
    isIdle: isIdle,
    report: warnings.report,
    refreshScreens: () => emit({ kind: 'desk' }),
    rebuildIndexes: () => (indexes.rebuild(), wakers.notify()),
  });
  events.add(({ kind }) => kind === 'settings' && safeguards.applySettings());
  diskFaults.add((fault) => fault?.kind === 'damaged' && safeguards.handleBrokenFile(fault.message));
  const { generations, targets } = safeguards.register;
  const guard = folderGuard({ ...host, lock, generations, report: warnings.report });
  const outbox = { ...openedOutbox, sync: guard.guardSync(openedOutbox.sync) };
  // In a folder that is gone nothing was saved, so nothing is recorded in the journal.
  const guardedJournal = { note: () => void (guard.isGone() || safeguards.writeJournals()) };
  const currentImport = ongoingImport(host.clock.monotonic);
  const context: DeskContext = {
    db,
    outbox,
    printQueue,
    reader,
    settings,
    ongoingImport: currentImport,
    journal: guardedJournal,
    now,
    emit,
    wakeSync: () => openedDelivery?.wakeSync(),
  };
  const drill = composeDrill(context, { ...host, practiceService: () => openedDelivery?.practiceService() ?? null });
  const printing = openPrinting(context, { ...host, isGone: guard.isGone, drill: drill.keeper });
  const delivery = openDelivery(context, { ...host, targets });
  openedDelivery = delivery;
  const lookups = openLookups({
    ...host,
    db,
    emit,
    settings: settings.get,
    service: delivery.serviceForLookups,
    boundTarget: outbox.target.bound,
    isOnline: () => delivery.status().connection === 'online',
    onUnreached: delivery.unreached,
  });
  events.add(({ kind }) => (kind === 'sync' || kind === 'settings') && lookups.wake());
  const folderWatch = watchFolder({
    ...host,
    now,
    folders: watchedFolders,
    // The desk's own threads access no place but the data folder.
    freeBytes: (place) => (place === folder ? host.freeBytes(place) : host.askIo({ ask: 'free', folder: place })),
    lastBackup: () => readBackupNote(folder),
    report: warnings.report,
  });
  void folderWatch.check();
  const screenState = screenStateStore(db, now);
  const withoutDiskSync = (task: IdleTask): IdleTask => ({
    processBatch: () => withoutSync(db, () => task.processBatch()),
  });
  const learnTask = withoutDiskSync(learnEntries(db));
  const scheduleTasks = (tasks: readonly IdleTask[], isHeldBack?: () => boolean) =>
    scheduleIdleTasks(tasks, host.timer.after, host.onFault, isHeldBack);
  const learnSchedule = scheduleTasks([learnTask, withoutDiskSync(indexes.skus)], currentImport.shouldWait);
  // Learns entries that were not learned because of a crash, or by an older version.
  learnSchedule.wake();
  // One task per turn, so that a capture waits for at most one of them.
  const idleSchedules = [
    scheduleTasks([withoutDiskSync(commandsForgetter(db, now))], currentImport.shouldWait),
    scheduleTasks([withoutDiskSync(indexes.entries)], currentImport.shouldWait),
    // Otherwise a person's commit would have to checkpoint a long WAL.
    scheduleTasks([createCheckpointer(db)]),
  ];
  idleSchedules.forEach((one) => one.wake());
  for (const one of [learnSchedule, printing, ...idleSchedules]) wakers.add(one.wake);
  events.add(({ kind }) => kind === 'entries' && wakers.notify());
  diskFaults.add((fault) => {
    if (fault) return;
    context.wakeSync();
    learnSchedule.wake();
  });
  const lists = listHandlers(context, host, learnSchedule.wake);
  const importSteps = importStepHandlers(context, screenState, { ...host, monotonic: host.clock.monotonic });
  let isClosing = false;
  const runProcedure = (name: string, input: unknown): Promise<Result<unknown>> =>
    // A handler may call another one. `answerer` is defined below, before any call arrives.
    // eslint-disable-next-line no-use-before-define
    answerCall(answerer, name, input, (error) => {
      // An awaited operation, such as a hash, may finish after the close: that is no fault.
      if (!isClosing) host.onFault(error);
    });
  const answerer: Answerer = {
    handlers: {
      ...captureHandlers(context, host.runSoon),
      ...setFieldHandlers(context, host.yieldToEventLoop),
      ...decisionHandlers(context, host.yieldToEventLoop),
      ...printing.handlers,
      ...handoverHandlers(context, host.newId),
      ...drill.handlers,
      ...screenStateHandlers(db, screenState, () => newBadge(host.random)),
      ...memoryWriteHandlers(context, { ...host, runProcedure }, learnTask),
      ...lists.handlers,
      ...warnings.handlers,
      ...safeguards.handlers,
      ...importHandlers(context, { ...host, monotonic: host.clock.monotonic }),
      ...importSteps.handlers,
      ...lookupHandlers(context, lookups),
      ...tableHandlers(host.folder, now),
      ...syncHandlers(context, delivery, safeguards.choosePlaces),
      ...reopenHandlers(db, generations, { ...host, now, ...safeguards.reopening }),
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
      folderWatch.close();
      learnSchedule.close();
      idleSchedules.forEach((one) => one.close());
      drill.close();
      try {
        await printing.close();
        await lists.close();
        await importSteps.close();
        lookups.stop();
        await delivery.close();
        await lookups.whenEnded();
        await safeguards.close();
      } finally {
        dispose();
      }
    },
  };
}
