import { basename, dirname, join } from 'node:path';
import type { Input } from '../shared/contract/desk-contract.ts';
import { placeSettings, type Settings } from '../shared/settings/settings.ts';
import { readBackupNote, type BackupNote } from './backup/backup-note.ts';
import { clearLeftovers } from './backup/clear-leftovers.ts';
import { copiesLock } from './backup/copies-lock.ts';
import { keepBackups } from './backup/keep-backups.ts';
import { openJournalCopy } from './backup/journal-copy.ts';
import { journalTrouble } from './backup/journal-trouble.ts';
import { openJournal } from './backup/journal.ts';
import { erasedTo } from './backup/journal-facts.ts';
import { readRescueNote, readRescueWish, wantRescue } from './backup/rescue-note.ts';
import { journalFolder } from './backup/read-journal.ts';
import { keepSafeguards } from './backup/safeguards.ts';
import type { ChosenPlace } from './backup/chosen-place.ts';
import type { Sqlite } from './database/open-sqlite.ts';
import type { IoClient } from './isolated-io/io-message.ts';
import { factStore } from './outbox/facts.ts';
import { practiceIn } from './practice/book.ts';
import { eraseArrivals } from './practice/erase-arrivals.ts';
import type { OtherPlaces } from './register/generations.ts';
import { deskOf, nameOfDesk } from './register/identity.ts';
import { knownPlaces } from './register/known-places.ts';
import { openRegister } from './register/open-register.ts';
import { backupHandlers } from './rpc/backup/backup-handlers.ts';
import type { deskWarnings } from './rpc/folder/desk-warnings.ts';
import { eraseDamaged } from './retention/erase-damaged.ts';
import { secondJournalEraser } from './retention/erase-journal.ts';
import { keepRetention } from './retention/keep-retention.ts';
import { lockHandlers } from './rpc/backup/lock-handlers.ts';
import type { Timer } from './service/timer.ts';

/** The full check leaves a start its disk (ms). */
const checkAfterMs = 120_000;

export interface RescueHost {
  folder: string;
  machine: string;
  now: () => number;
  newId: () => string;
  timer: Timer;
  place: IoClient;
  settings: () => Settings;
  /** folders to write to that are set for this run, over what is stored */
  given: readonly string[];
  /** nothing is under way that a person or the service waits for */
  idle: () => boolean;
  /** ends the desk at once, for its host to begin it anew */
  giveUp: () => void;
  onFault: (error: unknown) => void;
  report: ReturnType<typeof deskWarnings>['report'];
  /** what a search finds by is damaged, and made anew from what it was made of */
  writeIndexesAnew: () => void;
  /** screens ask anew what they show of the desk */
  tellChanged: () => void;
}

/** What of a folder is kept outside its database: its journals, and which folder of its desk is the one to work in. */
export function composeRescue(db: Sqlite, host: RescueHost) {
  const { folder, now, settings, report } = host;
  const { after } = host.timer;
  const places = knownPlaces(host.machine);
  const ofJournal = journalTrouble((trouble) =>
    report('journal', trouble && { folder: trouble.folder, ...(trouble.isAway && { reason: 'away' }) }),
  );
  const journal = openJournal({
    db,
    folder: join(folder, journalFolder),
    now,
    onTrouble: ofJournal('own'),
    onAhead: (ahead) => report('journal-ahead', ahead),
    after,
  });

  /** given for this run, and by nobody before: they are chosen now */
  const first = new Set(host.given.filter((place) => !places.knows(place)));
  async function choose(place: string): Promise<void> {
    const isNew = await host.place({ ask: 'choose', place, machine: host.machine });
    first.delete(place);
    if (isNew && place === settings().journalCopy) second.beginAnew();
  }
  async function inPlace<T>(place: string, act: (chosen: ChosenPlace) => Promise<T>): Promise<T> {
    const done = await act({ place, machine: host.machine, isFirst: first.has(place) });
    first.delete(place);
    return done;
  }
  const facts = factStore(db);
  const safeguards = keepSafeguards(db, folder, after);
  const lock = copiesLock(folder, now);
  let desk: string | null = null;
  /** Practice and live, or several desks, may write into one. */
  function secondPlace(): string {
    const place = settings().journalCopy;
    desk ??= place === '' ? null : deskOf(db);
    return place === '' || desk === null ? '' : join(place, nameOfDesk(desk));
  }
  /** Where a restore on another machine may have told of itself. */
  function copyPlaces(): string[] {
    const { to } = readBackupNote(folder) ?? { to: '' };
    return [join(folder, journalFolder), settings().journalCopy, secondPlace(), to].filter((place) => place !== '');
  }
  const elsewhere: OtherPlaces = {
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
    folder: secondPlace,
    now,
    // others may read what lies there, as they may the backups
    append: (to, day, text, span) =>
      inPlace(dirname(to), (chosen) => {
        const lines = lock.lines({ folder: to, desk: basename(to), day }, text, span);
        return host.place({ ask: 'append', ...chosen, folder: to, day, text: lines });
      }),
    isLocked: () => lock.since() > 0,
    onTrouble: (trouble) => ofJournal('copy')(trouble && { ...trouble, folder: settings().journalCopy }),
    after,
  });
  /** A folder of this desk alone, so that desks that share a place thin out their own. */
  function backupPlace(): string {
    const place = settings().backupFolder;
    desk ??= place === '' ? null : deskOf(db);
    return place === '' || desk === null ? '' : join(place, nameOfDesk(desk));
  }
  function tellBackups(): void {
    const { rehearsal, good } = readBackupNote(folder) ?? {};
    const failed = rehearsal?.failed !== null && rehearsal?.path === good?.path ? rehearsal : undefined;
    report('rehearsal-failed', failed ? { to: failed.path, at: failed.at } : null);
    const rescued = readRescueNote(folder);
    const about = rescued && { folder: rescued.aside, at: rescued.madeAt, count: rescued.maybeTaken };
    report('rescued', rescued?.seen === false && rescued.why === 'damaged' ? about : null);
  }
  const backups = keepBackups({
    data: folder,
    to: backupPlace,
    now,
    after,
    idle: host.idle,
    async make(to, at) {
      // the backup knows how far the second journal came
      await second.settled();
      second.keep();
      const { notRemoved, ...made } = await inPlace(dirname(to), (chosen) =>
        host.place({ ask: 'schedule', ...chosen, data: folder, folder: to, at }),
      );
      report('backup-not-removed', notRemoved > 0 ? { to, count: notRemoved } : null);
      return made;
    },
    changedAt: lock.since,
    rehearse: (path, at) => host.place({ ask: 'rehearse', data: folder, path, scratch: join(folder, 'rehearsal'), at }),
    onChange: tellBackups,
  });
  tellBackups();

  /** Nothing written into a broken file can be relied on: where there is a good backup, the next start, which is now, opens that. */
  function isBroken(says: string): void {
    const isNews = readRescueWish(folder) === null;
    if (readBackupNote(folder)?.good === undefined) return report('damage', { folder, count: 1 });
    wantRescue(folder, says);
    if (isNews) host.giveUp();
  }

  /** After the first screen: reading a large file whole takes its time, and the disk. */
  async function checkAll(): Promise<void> {
    const found = await host.place({ ask: 'check', data: folder }).catch(() => null);
    if (closed || found === null) return;
    if (found.damaged > 0) report('damage', { folder, count: found.damaged });
    if (found.beside.includes('index')) host.writeIndexesAnew();
    if (found.beside.length > 0) report('damage-beside', { folder, parts: found.beside.join(' ') });
    if (found.structure.length > 0) isBroken(found.structure.join('; '));
  }
  let closed = false;
  const cancelCheck = after(checkAfterMs, () => void checkAll());

  const learn = (): void => places.learn(placeSettings.map((name) => settings()[name]));
  learn();

  /** The newest backup, where it was brought back to life. */
  function comesBack(): BackupNote['good'] | null {
    const { good, rehearsal } = readBackupNote(folder) ?? {};
    return good && rehearsal?.path === good.path && rehearsal.failed === null ? good : null;
  }
  const retention = keepRetention({
    db,
    journal: join(folder, journalFolder),
    now,
    after,
    idle: host.idle,
    days: () => settings().retentionDays,
    closeJournal: journal.closeFile,
    eraseSecond: secondJournalEraser(db, secondPlace, (to, { upTo, kept }) =>
      inPlace(dirname(to), (chosen) => {
        const day = upTo.slice(0, 10);
        const [generation, last] = ['generation', erasedTo].map((name) => Number(facts.get(name) ?? 0));
        const span = { generation: Math.max(1, generation ?? 1), began: 0, after: 0, upTo: last ?? 0 };
        const lines = lock.linesOfDay({ folder: to, desk: basename(to), day }, kept, span);
        return host.place({ ask: 'forget-days', ...chosen, folder: to, upTo, kept: lines });
      }),
    ),
    async forgetBackups(before) {
      const good = comesBack();
      return good
        ? host.place({ ask: 'forget-backups', data: folder, folder: dirname(good.path), before, kept: good.path })
        : 0;
    },
    clearLeftovers: () => clearLeftovers(folder, now()),
    forgetDamaged: async (before) => eraseDamaged(folder, Math.min(before, comesBack()?.at ?? 0)),
    erasePractice: (before, yieldToEventLoop) => eraseArrivals(practiceIn(folder), before, yieldToEventLoop),
    onFault: host.onFault,
  });
  const handlers = backupHandlers({
    data: folder,
    chosen: () => settings().backupFolder,
    make: backups.now,
    list: () =>
      inPlace(settings().backupFolder, (chosen) =>
        host.place({ ask: 'list', ...chosen, data: folder, folder: backupPlace() }),
      ),
    fetch: (only, to, takeOpen) =>
      host.place({ ask: 'fetch', data: folder, folders: [backupPlace()], to, only, takeOpen }),
    onChange: tellBackups,
    lock: lock.state,
  });
  const ofLock = lockHandlers({
    lock,
    state: () => handlers['backup.state']({}),
    desk: () => ({ desk: nameOfDesk(deskOf(db) ?? ''), folder }),
    onChange() {
      host.tellChanged();
      backups.check();
    },
  });

  return {
    register,
    /** what reopening the folder needs */
    handlers: { ...handlers, ...ofLock, 'retention.now': ({ days }: Input<'retention.now'>) => retention.now(days) },
    reopening: { places: copyPlaces, elsewhere },
    /** A person names folders for the desk to write to: they are made now, and never again. Rejects where one cannot be, in bounded time. */
    async choose(named: readonly string[]): Promise<void> {
      for (const place of named) await choose(place);
      backups.tryAnew();
    },
    note(): void {
      journal.note();
      second.note();
    },
    isBroken,
    /** The settings may be others now. */
    check(): void {
      learn();
      second.check();
      backups.check();
      retention.check();
    },
    async close(): Promise<void> {
      closed = true;
      cancelCheck();
      backups.close();
      await retention.close();
      safeguards.close();
      journal.close();
      await second.close();
    },
  };
}
