import { join } from 'node:path';
import { placeSettings, type Settings } from '../shared/settings.ts';
import { readBackupNote } from './backup/backup-note.ts';
import { openJournalCopy } from './backup/journal-copy.ts';
import { journalTrouble } from './backup/journal-trouble.ts';
import { openJournal } from './backup/journal.ts';
import { journalFolder } from './backup/read-journal.ts';
import type { Sqlite } from './database/open-sqlite.ts';
import type { AskPlace } from './places/place-message.ts';
import type { OtherPlaces } from './register/generations.ts';
import { deskOf, nameOfDesk } from './register/identity.ts';
import { knownPlaces } from './register/known-places.ts';
import { openRegister } from './register/open-register.ts';
import type { deskWarnings } from './rpc/desk-warnings.ts';
import type { Timer } from './service/timer.ts';

export interface RescueHost {
  folder: string;
  machine: string;
  now: () => number;
  newId: () => string;
  timer: Timer;
  place: AskPlace;
  settings: () => Settings;
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
  const learn = (): void => chosen.learn(placeSettings.map((name) => settings()[name]));
  learn();

  return {
    register,
    /** what reopening the folder needs */
    reopening: { places: toldAt, elsewhere },
    note(): void {
      journal.note();
      second.note();
    },
    /** The settings may be others now. */
    look(): void {
      learn();
      second.look();
    },
    async close(): Promise<void> {
      journal.close();
      await second.close();
    },
  };
}
