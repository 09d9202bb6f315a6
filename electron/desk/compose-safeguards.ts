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
import { keepChecked } from '../copies/verify/full-check.ts';
import type { Timer } from '../platform/timer.ts';
import { eraseArrivals } from '../practice/erase-arrivals.ts';
import { practiceFolder } from '../practice/practice-database.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { RemoteFolders } from '../storage/register/generations.ts';
import { deskOf, deskFileName } from '../storage/register/identity.ts';
import { knownPlaces } from '../storage/register/known-places.ts';
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
  place: IoClient;
  settings: () => Settings;
  /** folders to write to that are set for this run, overriding stored ones */
  placesOfRun: readonly string[];
  /** nothing is under way that a person or the service waits for */
  idle: () => boolean;
  /** ends the desk at once so that its host restarts it */
  giveUp: () => void;
  onFault: (error: unknown) => void;
  report: ReturnType<typeof deskWarnings>['report'];
  /** the search indexes are damaged, and rebuilt from their sources */
  rebuildIndexes: () => void;
  /** makes screens reload what they show of the desk */
  refreshScreens: () => void;
}

/** The parts of a folder outside its database: its journals, and which folder of its desk is the current one. */
export function composeSafeguards(db: Sqlite, host: SafeguardsHost) {
  const { folder, now, settings, report } = host;
  const { after } = host.timer;
  const places = knownPlaces(host.machine);
  const ofJournal = mergeJournalFailures((trouble) =>
    report('journal', trouble && { folder: trouble.folder, ...(trouble.isAway && { reason: 'away' }) }),
  );
  const journal = openJournal({
    db,
    folder: join(folder, journalFolder),
    now,
    onFailure: ofJournal('own'),
    onLostActions: (ahead) => report('journal-ahead', ahead),
    after,
  });

  /** set for this run and unknown before: chosen now */
  const first = new Set(host.placesOfRun.filter((place) => !places.knows(place)));
  async function withPlace<T>(place: string, act: (chosen: ChosenPlace) => Promise<T>): Promise<T> {
    const done = await act({ place, machineFolder: host.machine, isNewlyChosen: first.has(place) });
    first.delete(place);
    return done;
  }
  const facts = factStore(db);
  const safeguards = maintainSafeguardsCopy(db, folder, after);
  const lock = createCopyLock(folder, now);
  let desk: string | null = null;
  /** A shared place may hold folders of practice and live, or of several desks. */
  function journalCopyFolder(): string {
    const place = settings().journalCopy;
    desk ??= place === '' ? null : deskOf(db);
    return place === '' || desk === null ? '' : join(place, deskFileName(desk));
  }
  /** Where a restore on another machine may have left a notice. */
  function copyPlaces(): string[] {
    const { to } = readBackupNote(folder) ?? { to: '' };
    return [join(folder, journalFolder), settings().journalCopy, journalCopyFolder(), to].filter(
      (place) => place !== '',
    );
  }
  const elsewhere: RemoteFolders = {
    read: (path) => host.place({ ask: 'read', path }),
    write: (path, text) => host.place({ ask: 'write', path, text, used: true }),
    isSecond: (identity, here, there) => host.place({ ask: 'second', identity, here, there }),
  };
  const register = openRegister(db, {
    ...host,
    elsewhere,
    places: copyPlaces,
    onTrouble: (trouble) => report('register', trouble),
  });
  const second = openJournalCopy({
    db,
    folder: journalCopyFolder,
    now,
    // Others may be able to read that folder, like the backups.
    append: (to, day, text, span, end) =>
      withPlace(dirname(to), async (chosen) => {
        const lines = lock.lines({ desk: basename(to), day }, text, span);
        const mustHave = end && { ...end, desk: basename(to), data: folder };
        const done = await host.place({ ask: 'append', ...chosen, folder: to, day, mustHave, ...lines });
        return 'cutAt' in done ? done.cutAt : null;
      }),
    lock: lock.currentId,
    onFailure: (trouble) => ofJournal('copy')(trouble && { ...trouble, folder: settings().journalCopy }),
    onCut: (at) => report('journal-cut', at === null ? null : { folder: settings().journalCopy, at }),
    after,
  });
  async function choose(place: string): Promise<void> {
    const isNew = await host.place({ ask: 'choose', place, machineFolder: host.machine });
    first.delete(place);
    if (isNew && place === settings().journalCopy) second.startOver();
  }
  /** A subfolder of this desk alone, so that desks that share a place remove only their own backups. */
  function backupPlace(): string {
    const place = settings().backupFolder;
    desk ??= place === '' ? null : deskOf(db);
    return place === '' || desk === null ? '' : join(place, deskFileName(desk));
  }
  function reportBackups(): void {
    const { rehearsal, good } = readBackupNote(folder) ?? {};
    const failed = rehearsal?.failed !== null && rehearsal?.path === good?.path ? rehearsal : undefined;
    report('rehearsal-failed', failed ? { to: failed.path, at: failed.at } : null);
    const rescued = readRescueNote(folder);
    const about = rescued && { folder: rescued.aside, at: rescued.madeAt, count: rescued.maybeTaken };
    report('rescued', rescued?.seen === false && rescued.why === 'damaged' ? about : null);
  }
  const backups = scheduleBackups({
    data: folder,
    destination: backupPlace,
    now,
    after,
    isIdle: host.idle,
    async makeBackup(to, at) {
      // The backup records how far the second journal has been written, so its end is looked at first.
      second.retryNow();
      await second.settled();
      second.keep();
      const { notRemoved, ...made } = await withPlace(dirname(to), (chosen) =>
        host.place({ ask: 'schedule', ...chosen, data: folder, folder: to, at }),
      );
      report('backup-not-removed', notRemoved > 0 ? { to, count: notRemoved } : null);
      return made;
    },
    lockChangedAt: lock.lockedSince,
    testBackup: (path, at) =>
      host.place({ ask: 'rehearse', data: folder, path, scratch: join(folder, 'rehearsal'), at }),
    onChange: reportBackups,
  });
  reportBackups();

  /** Writes into a broken file are unreliable: if a good backup exists, the desk restarts now and opens it. */
  function handleBrokenFile(says: string): void {
    const isNews = readRescueRequest(folder) === null;
    if (readBackupNote(folder)?.good === undefined) return report('damage', { folder, count: 1 });
    requestRescue(folder, says);
    if (isNews) host.giveUp();
  }

  const fullCheck = keepChecked({
    db,
    now,
    after,
    check: () => host.place({ ask: 'check', data: folder }),
    onChecked(found) {
      if (found.damaged > 0) report('damage', { folder, count: found.damaged });
      if (found.beside.includes('index')) host.rebuildIndexes();
      if (found.beside.length > 0) report('damage-beside', { folder, parts: found.beside.join(' ') });
      if (found.structure.length > 0) handleBrokenFile(found.structure.join('; '));
    },
    onSkipped: (megabytes) => report('check-skipped', megabytes === null ? null : { folder, megabytes }),
  });

  const learn = (): void => places.learn(folderSettings.map((name) => settings()[name]));
  learn();

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
    isIdle: host.idle,
    days: () => settings().retentionDays,
    closeJournal: journal.closeFile,
    eraseSecondJournal: createSecondJournalEraser(db, journalCopyFolder, (to, { upTo, kept, lastStep }) =>
      withPlace(dirname(to), (chosen) => {
        const day = upTo.slice(0, 10);
        const generation = Math.max(1, Number(facts.get('generation') ?? 1));
        const span = { generation, began: 0, after: 0, upTo: lastStep };
        const lines = lock.lockedDay({ desk: basename(to), day }, kept, span);
        return host.place({ ask: 'forget-days', ...chosen, folder: to, upTo, kept: lines });
      }),
    ),
    async deleteOldBackups(before) {
      const good = newestTestedBackup();
      return good
        ? host.place({ ask: 'forget-backups', data: folder, folder: dirname(good.path), before, kept: good.path })
        : 0;
    },
    clearLeftovers: () => clearLeftovers(folder, now()),
    deleteOldSetAside: async (before) => deleteSetAside(folder, Math.min(before, newestTestedBackup()?.at ?? 0)),
    erasePractice: (before, yieldToEventLoop) => eraseArrivals(practiceFolder(folder), before, yieldToEventLoop),
    onFault: host.onFault,
  });
  const handlers = backupHandlers({
    data: folder,
    backupFolder: () => settings().backupFolder,
    make: backups.now,
    list: () =>
      withPlace(settings().backupFolder, (chosen) =>
        host.place({ ask: 'list', ...chosen, data: folder, folder: backupPlace() }),
      ),
    fetch: (only, to, takeOpen) =>
      host.place({ ask: 'fetch', data: folder, folders: [backupPlace()], to, only, takeOpen }),
    desk: () => {
      const desk = deskOf(db);
      return desk === null ? null : deskFileName(desk);
    },
    onChange: reportBackups,
    lock: lock.state,
  });
  const ofLock = lockHandlers({
    lock,
    state: () => handlers['backup.state']({}),
    desk: () => ({ desk: deskFileName(deskOf(db) ?? ''), folder }),
    onChange() {
      host.refreshScreens();
      backups.check();
    },
  });

  return {
    register,
    /** for reopening the folder */
    handlers: { ...handlers, ...ofLock, 'retention.now': ({ days }: Input<'retention.now'>) => retention.now(days) },
    reopening: { places: copyPlaces, elsewhere },
    /**
     * Creates the folders that a person names for the desk to write to; later they are never created again. Rejects in
     * bounded time if one cannot be created.
     */
    async choose(named: readonly string[]): Promise<void> {
      for (const place of named) await choose(place);
      backups.noteFolderChosen();
    },
    note(): void {
      journal.note();
      second.note();
    },
    isBroken: handleBrokenFile,
    /** Called when the settings may have changed. */
    check(): void {
      learn();
      second.retryNow();
      backups.check();
      retention.applySettings();
    },
    async close(): Promise<void> {
      fullCheck.close();
      backups.close();
      await retention.close();
      safeguards.close();
      journal.close();
      await second.close();
    },
  };
}
