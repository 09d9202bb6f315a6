import { fdatasyncSync, statfsSync } from 'node:fs';
import { journalFile } from '../backup/journal-file.ts';
import type { FromPlace, ToPlace } from './place-message.ts';

/** What the process does that touches places: one ask after the other, each of which may never come back. */
export function answerPlaces(): (message: ToPlace) => FromPlace {
  const file = journalFile(fdatasyncSync);

  function done(message: ToPlace): number {
    if (message.ask === 'append') {
      file.append(message.folder, message.day, message.text);
      return Buffer.byteLength(message.text);
    }
    const { bavail, bsize } = statfsSync(message.folder);
    return bavail * bsize;
  }

  return (message) => {
    try {
      return { id: message.id, bytes: done(message) };
    } catch (error) {
      return { id: message.id, failed: error instanceof Error ? error.message : String(error) };
    }
  };
}
