import type { Input } from '../../shared/contract/desk-contract.ts';
import { folderSettings, type Settings } from '../../shared/settings/settings.ts';
import { readBackupNote, type BackupNote } from '../copies/backup/backup-note.ts';
import type { ChosenPlace } from '../copies/backup/chosen-place.ts';
import { clearLeftovers } from '../copies/backup/clear-leftovers.ts';
import { createCopyLock } from '../copies/backup/copy-lock.ts';
import { scheduleBackups } from '../copies/backup/schedule-backups.ts';
import type { IoClient } from '../copies/io-process/io-message.ts';
import { openJournalCopy } from '../copies/journal/journal-copy.ts';
import { mergeJournalFailures } from '../copies/journal/journal-file.ts';
import { openJournal } from '../copies/journal/journal.ts';
import { journalFolder } from '../copies/journal/read-journal.ts';
import { readRescueNote, readRescueRequest, requestRescue } from '../copies/restore/rescue-note.ts';
import { maintainSafeguardsCopy } from '../copies/restore/safeguards.ts';
import { deleteSetAside, createSecondJournalEraser } from '../copies/retention/erase-journal.ts';
import { scheduleRetention } from '../copies/retention/schedule-retention.ts';
import { scheduleFullChecks } from '../copies/verify/full-check.ts';
import type { Timer } from '../platform/timer.ts';
import { eraseArrivals } from '../practice/erase-arrivals.ts';
import { practiceFolder } from '../practice/practice-database.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { RemoteFolders } from '../storage/register/generations.ts';
import { readDeskId, deskFileName } from '../storage/register/identity.ts';
import { knownFolders } from '../storage/register/known-folders.ts';
import { openRegister } from '../storage/register/register-folder.ts';
import type { deskWarnings } from './folder/folder-guard.ts';
import { backupHandlers, lockHandlers } from './handlers/backup-handlers.ts';
import { basename, dirname, join } from 'node:path';

export interface SafeguardsHost {
  folder: string;
  machine: string;
  now: () => number;
  newId: () => string;
  timer: Timer;
  askIo: IoClient;
  settings: () => Settings;
  /** folders for automatic writes in the settings of this run */
  foldersOfRun: readonly string[];
  /** whether neither a person nor the service waits for work in progress */
  isIdle: () => boolean;
  /** ends the desk's thread at once, so that the host restarts it */
  endForRestart: () => void;
  onFault: (error: unknown) => void;
  report: ReturnType<typeof deskWarnings>['report'];
  /** rebuilds damaged search indexes from their sources */
  rebuildIndexes: () => void;
  /** makes screens reload what they show of the desk */
  refreshScreens: () => void;
}

/**
 * Composes what protects the data of a folder: journals, backups, checks, retention, and the register of which folder
 * of a desk is the active one.
 */
export function composeSafeguards(db: Sqlite, host: SafeguardsHost) {
  const { folder, now, settings, report } = host;
  const { after } = host.timer;
  const placeStore = knownFolders(host.machine);
  const journalReporter = mergeJournalFailures((failure) =>
    report('journal', failure && { folder: failure.folder, ...(failure.isAway && { reason: 'away' }) }),
  );
  const journal = openJournal({
    db,
    folder: join(folder, journalFolder),
    now,
    onFailure: journalReporter('own'),
    onLostActions: (params) => report('journal-ahead', params),
    after,
  });

  /** folders of this run that were never chosen before: naming them chooses them */
  const newPlaces = new Set(host.foldersOfRun.filter((place) => !placeStore.knows(place)));
  async function withPlace<T>(place: string, action: (chosen: ChosenPlace) => Promise<T>): Promise<T> {
    const result = await action({ place, machineFolder: host.machine, isNewlyChosen: newPlaces.has(place) });
    newPlaces.delete(place);
    return result;
  }
  const facts = factStore(db);
  const safeguards = maintainSafeguardsCopy(db, folder, after);
  const copyLock = createCopyLock(folder, now);
  let deskId: string | null = null;
  /**
   * A subfolder of this desk alone, since practice and live, or several desks, may share a place. Empty: none is set.
   */
  function journalCopyFolder(): string {
    const place = settings().journalCopy;
    deskId ??= place === '' ? null : readDeskId(db);
    return place === '' || deskId === null ? '' : join(place, deskFileName(deskId));
  }
  /** Folders in which a restore on another machine may have left a notice for this one. */
  function noticeFolders(): string[] {
    const { to: lastBackupFolder } = readBackupNote(folder) ?? { to: '' };
    return [join(folder, journalFolder), settings().journalCopy, journalCopyFolder(), lastBackupFolder].filter(
      (place) => place !== '',
    );
  }
  const remoteFolders: RemoteFolders = {
    read: (path) => host.askIo({ ask: 'read', path }),
    write: (path, text) => host.askIo({ ask: 'write', path, text, used: true }),
    isSecond: (identity, here, there) => host.askIo({ ask: 'second', identity, here, there }),
  };
  const register = openRegister(db, {
    ...host,
    remoteFolders: remoteFolders,
    noteFolders: noticeFolders,
    onTrouble: (failure) => report('register', failure),
  });
  const journalCopy = openJournalCopy({
    db,
    folder: journalCopyFolder,
    now,
    // Like backups, the lines are encrypted if a passphrase is set: other users may be able to read that folder.
    append: (copyFolder, day, text, range, lastThere) =>
      withPlace(dirname(copyFolder), async (chosen) => {
        const lines = copyLock.lines({ desk: basename(copyFolder), day }, text, range);
        const mustHave = lastThere && { ...lastThere, desk: basename(copyFolder), data: folder };
        const answer = await host.askIo({ ask: 'append', ...chosen, folder: copyFolder, day, mustHave, ...lines });
        return 'cutAt' in answer ? answer.cutAt : null;
      }),
    lock: copyLock.currentId,
    onFailure: (failure) => journalReporter('copy')(failure && { ...failure, folder: settings().journalCopy }),
    onCut: (at) => report('journal-cut', at === null ? null : { folder: settings().journalCopy, at }),
    after,
  });
  async function choosePlace(place: string): Promise<void> {
    const isNew = await host.askIo({ ask: 'choose', place, machineFolder: host.machine });
    newPlaces.delete(place);
    if (isNew && place === settings().journalCopy) journalCopy.startOver();
  }
  /** A subfolder of this desk alone, so that desks that share a place remove only their own backups. */
  function backupFolderOfDesk(): string {
    const place = settings().backupFolder;
    deskId ??= place === '' ? null : readDeskId(db);
    return place === '' || deskId === null ? '' : join(place, deskFileName(deskId));
  }
  function reportBackups(): void {
    const { rehearsal, good } = readBackupNote(folder) ?? {};
    const failedTest = rehearsal?.failed !== null && rehearsal?.path === good?.path ? rehearsal : undefined;
    report('rehearsal-failed', failedTest ? { to: failedTest.path, at: failedTest.at } : null);
    const rescued = readRescueNote(folder);
    const params = rescued && { folder: rescued.aside, at: rescued.madeAt, count: rescued.maybeTaken };
    report('rescued', rescued?.seen === false && rescued.why === 'damaged' ? params : null);
  }
  const backups = scheduleBackups({
    data: folder,
    destination: backupFolderOfDesk,
    now,
    after,
    isIdle: host.isIdle,
    async makeBackup(destination, at) {
      // The backup records how far the journal copy is written, so the copy is brought up to date first.
      journalCopy.retryNow();
      await journalCopy.settled();
      journalCopy.saveNow();
      const { notRemoved, ...result } = await withPlace(dirname(destination), (chosen) =>
        host.askIo({ ask: 'schedule', ...chosen, data: folder, folder: destination, at }),
      );
      report('backup-not-removed', notRemoved > 0 ? { to: destination, count: notRemoved } : null);
      return result;
    },
    lockChangedAt: copyLock.lockedSince,
    testBackup: (path, at) =>
      host.askIo({ ask: 'rehearse', data: folder, path, scratch: join(folder, 'rehearsal'), at }),
    onChange: reportBackups,
  });
  reportBackups();

  /** Writes to a file with a broken structure are unreliable: if a good backup exists, the desk restarts with that. */
  function handleBrokenFile(error: string): void {
    const isFirstRequest = readRescueRequest(folder) === null;
    if (readBackupNote(folder)?.good === undefined) return report('damage', { folder, count: 1 });
    requestRescue(folder, error);
    if (isFirstRequest) host.endForRestart();
  }

  const fullCheck = scheduleFullChecks({
    db,
    now,
    after,
    check: () => host.askIo({ ask: 'check', data: folder }),
    onChecked(result) {
      if (result.damaged > 0) report('damage', { folder, count: result.damaged });
      if (result.beside.includes('index')) host.rebuildIndexes();
      if (result.beside.length > 0) report('damage-beside', { folder, parts: result.beside.join(' ') });
      if (result.structure.length > 0) handleBrokenFile(result.structure.join('; '));
    },
    onSkipped: (megabytes) => report('check-skipped', megabytes === null ? null : { folder, megabytes }),
  });

  const learnPlaces = (): void => placeStore.learn(folderSettings.map((name) => settings()[name]));
  learnPlaces();

  /** The newest backup, if its backup test succeeded. */
  function newestTestedBackup(): BackupNote['good'] | null {
    const { good, rehearsal } = readBackupNote(folder) ?? {};
    return good && rehearsal?.path === good.path && rehearsal.failed === null ? good : null;
  }
  const retention = scheduleRetention({
    db,
    journal: join(folder, journalFolder),
    now,
    after,
    isIdle: host.isIdle,
    days: () => settings().retentionDays,
    closeJournal: journal.closeFile,
    eraseSecondJournal: createSecondJournalEraser(
      db,
      journalCopyFolder,
      (copyFolder, { upTo, ahead, kept, lastStep }) =>
        withPlace(dirname(copyFolder), (chosen) => {
          const day = upTo.slice(0, 10);
          const generation = Math.max(1, Number(facts.get('generation') ?? 1));
          const span = { generation, began: 0, after: 0, upTo: lastStep };
          const lines = copyLock.lockedDay({ desk: basename(copyFolder), day }, kept, span);
          return host.askIo({ ask: 'forget-days', ...chosen, folder: copyFolder, upTo, ahead, kept: lines });
        }),
    ),
    async deleteOldBackups(olderThan) {
      const testedBackup = newestTestedBackup();
      return testedBackup
        ? host.askIo({
            ask: 'forget-backups',
            data: folder,
            folder: dirname(testedBackup.path),
            before: olderThan,
            kept: testedBackup.path,
          })
        : 0;
    },
    clearLeftovers: () => clearLeftovers(folder, now()),
    deleteOldSetAside: async (olderThan) => deleteSetAside(folder, Math.min(olderThan, newestTestedBackup()?.at ?? 0)),
    erasePractice: (olderThan, yieldToEventLoop) => eraseArrivals(practiceFolder(folder), olderThan, yieldToEventLoop),
    onFault: host.onFault,
  });
  const handlers = backupHandlers({
    dataFolder: folder,
    backupFolder: () => settings().backupFolder,
    makeBackup: backups.makeNow,
    listBackups: () =>
      withPlace(settings().backupFolder, (chosen) =>
        host.askIo({ ask: 'list', ...chosen, data: folder, folder: backupFolderOfDesk() }),
      ),
    fetchBackup: (backupName, path, takeOpen) =>
      host.askIo({ ask: 'fetch', data: folder, folders: [backupFolderOfDesk()], to: path, only: backupName, takeOpen }),
    deskName: () => {
      const currentDeskId = readDeskId(db);
      return currentDeskId === null ? null : deskFileName(currentDeskId);
    },
    onChange: reportBackups,
    lockState: copyLock.state,
  });
  const passphraseHandlers = lockHandlers({
    lock: copyLock,
    state: () => handlers['backup.state']({}),
    deskAndFolder: () => ({ desk: deskFileName(readDeskId(db) ?? ''), folder }),
    onChange() {
      host.refreshScreens();
      backups.check();
    },
  });

  return {
    register,
    handlers: {
      ...handlers,
      ...passphraseHandlers,
      'retention.now': ({ days }: Input<'retention.now'>) => retention.now(days),
    },
    /** for `reopenHandlers` */
    reopening: { places: noticeFolders, remoteFolders: remoteFolders },
    /**
     * Creates the folders that a person has chosen for automatic writes; the desk never creates them later. Rejects in
     * bounded time if one cannot be created.
     */
    async choosePlaces(chosenPlaces: readonly string[]): Promise<void> {
      for (const place of chosenPlaces) await choosePlace(place);
      backups.noteFolderChosen();
    },
    writeJournals(): void {
      journal.note();
      journalCopy.note();
    },
    handleBrokenFile: handleBrokenFile,
    /** Called when the settings may have changed. */
    applySettings(): void {
      learnPlaces();
      journalCopy.retryNow();
      backups.check();
      retention.applySettings();
    },
    async close(): Promise<void> {
      fullCheck.close();
      backups.close();
      await retention.close();
      safeguards.close();
      journal.close();
      await journalCopy.close();
    },
  };
}
