import { join } from 'node:path';
import { placeSettings, type Settings } from '../shared/settings.ts';
import { readBackupNote } from './backup/backup-note.ts';
import { keepBackups } from './backup/keep-backups.ts';
import { openJournalCopy } from './backup/journal-copy.ts';
import { journalTrouble } from './backup/journal-trouble.ts';
import { openJournal } from './backup/journal.ts';
import { isRescueWanted, readRescueNote, wantRescue } from './backup/rescue-note.ts';
import { journalFolder } from './backup/read-journal.ts';
import type { Sqlite } from './database/open-sqlite.ts';
import type { AskPlace } from './places/place-message.ts';
import type { OtherPlaces } from './register/generations.ts';
import { deskOf, nameOfDesk } from './register/identity.ts';
import { knownPlaces } from './register/known-places.ts';
import { openRegister } from './register/open-register.ts';
import { backupHandlers } from './rpc/backup-handlers.ts';
import type { deskWarnings } from './rpc/desk-warnings.ts';
import type { Timer } from './service/timer.ts';

/** The full check leaves a start its disk (ms). */
const checkAfterMs = 120_000;

export interface RescueHost {
  folder: string;
  machine: string;
  now: () => number;
  newId: () => string;
  timer: Timer;
  place: AskPlace;
  settings: () => Settings;
  /** nothing is under way that a person or the service waits for */
  idle: () => boolean;
  /** ends the desk at once, for its host to begin it anew */
  giveUp: () => void;
  tell: ReturnType<typeof deskWarnings>['tell'];
}

/** What of a folder is kept outside its database: its journals, and which folder of its desk is the one to work in. */
export function composeRescue(db: Sqlite, host: RescueHost) {
  const { folder, now, settings, tell } = host;
  const { after } = host.timer;
  const chosen = knownPlaces(host.machine);
  const ofJournal = journalTrouble((trouble) => tell('journal', trouble && { folder: trouble.folder }));
  const journal = openJournal({
    db,
    folder: join(folder, journalFolder),
    now,
    onTrouble: ofJournal('own'),
    onAhead: (ahead) => tell('journal-ahead', ahead),
    after,
  });

  let desk: string | null = null;
  /** Practice and live, or several desks, may write into one. */
  function secondPlace(): string {
    const place = settings().journalCopy;
    desk ??= place === '' ? null : deskOf(db);
    return place === '' || desk === null ? place : join(place, nameOfDesk(desk));
  }
  /** Where a restore on another machine may have told of itself. */
  function toldAt(): string[] {
    const { to } = readBackupNote(folder) ?? { to: '' };
    return [join(folder, journalFolder), settings().journalCopy, secondPlace(), to].filter((place) => place !== '');
  }
  const elsewhere: OtherPlaces = {
    read: (path) => host.place({ ask: 'read', path }),
    write: (path, text) => host.place({ ask: 'write', path, text }),
    isSecond: (identity, here, there) => host.place({ ask: 'second', identity, here, there }),
  };
  const register = openRegister(db, {
    ...host,
    elsewhere,
    places: toldAt,
    onTrouble: (trouble) => tell('register', trouble),
  });
  const second = openJournalCopy({
    db,
    folder: secondPlace,
    now,
    append: (place, day, text) => host.place({ ask: 'append', folder: place, day, text }),
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
    tell('rehearsal-failed', failed ? { to: failed.path, at: failed.at } : null);
    const rescued = readRescueNote(folder);
    const about = rescued && { folder: rescued.aside, at: rescued.madeAt, count: rescued.maybeTaken };
    tell('rescued', rescued?.seen === false ? about : null);
  }
  const backups = keepBackups({
    data: folder,
    to: backupPlace,
    now,
    after,
    idle: host.idle,
    make: (to, at) => host.place({ ask: 'schedule', data: folder, folder: to, at }),
    rehearse: (path, at) => host.place({ ask: 'rehearse', path, scratch: join(folder, 'rehearsal'), at }),
    onChange: tellBackups,
  });
  tellBackups();

  /** Nothing written into a broken file can be relied on: where there is a good backup, the next start, which is now, opens that. */
  function isBroken(says: string): void {
    const isNews = !isRescueWanted(folder);
    if (readBackupNote(folder)?.good === undefined) return tell('damage', { folder, count: 1 });
    wantRescue(folder, says);
    if (isNews) host.giveUp();
  }

  /** After the first screen: reading a large file whole takes its time, and the disk. */
  async function checkAll(): Promise<void> {
    const found = await host.place({ ask: 'check', data: folder }).catch(() => null);
    if (closed || found === null) return;
    if (found.damaged > 0) tell('damage', { folder, count: found.damaged });
    if (found.structure.length > 0) isBroken(found.structure.join('; '));
  }
  let closed = false;
  const cancelCheck = after(checkAfterMs, () => void checkAll());

  const learn = (): void => chosen.learn(placeSettings.map((name) => settings()[name]));
  learn();

  return {
    register,
    /** what reopening the folder needs */
    handlers: backupHandlers({
      data: folder,
      chosen: () => settings().backupFolder,
      make: backups.now,
      onChange: tellBackups,
    }),
    reopening: { places: toldAt, elsewhere },
    note(): void {
      journal.note();
      second.note();
    },
    isBroken,
    /** The settings may be others now. */
    look(): void {
      learn();
      second.look();
      backups.look();
    },
    async close(): Promise<void> {
      closed = true;
      cancelCheck();
      backups.close();
      journal.close();
      await second.close();
    },
  };
}
