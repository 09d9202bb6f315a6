import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { problem } from '../../shared/problem.ts';
import { registerRestored } from '../backup/register-restored.ts';
import { restore } from '../backup/restore.ts';
import { verifyClosed } from '../backup/verify-closed.ts';
import { dataFolderOf } from '../two-folders/place.ts';
import { lockFolder } from '../lock/lock-folder.ts';
import { knownPlaces } from '../register/known-places.ts';
import { machineOfProcess } from '../register/machine-folder.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withReader } from './data-folder.ts';
import { demanded, textOf } from './given.ts';

/** Copies a data folder's database, also while another process works on it. */
export const backup: Command = {
  summary: 'writes a checked copy of a data folder into another folder',
  usage: '--data DIR --to FOLDER',
  options: { ...dataOption, to: { type: 'string' } },
  words: [0, 0],
  run(given, { print }) {
    const to = resolve(demanded(given, 'to'));
    return withReader({ folder: folderOf(given) }, async (desk) => {
      await print(await desk.ask('backup.make', { to }));
      return 0;
    });
  },
};

/** Makes an empty folder a data folder again, from a copy and the rescue journal. */
export const restoreCommand: Command = {
  summary: 'makes a data folder from a copy, and from the rescue journal of the lost folder',
  usage: '--from FILE.db --data DIR [--journal FOLDER]',
  options: { ...dataOption, from: { type: 'string' }, journal: { type: 'string' } },
  words: [0, 0],
  async run(given, { print, stop }) {
    const folder = folderOf(given);
    const from = resolve(demanded(given, 'from'));
    const journal = textOf(given, 'journal');
    const lock = lockFolder(folder, Date.now());
    try {
      const machine = machineOfProcess();
      const knowsPlace = knownPlaces(machine).knows;
      const host = { now: Date.now, newId: randomUUID, rest: restUntil(stop), knowsPlace };
      const restored = await restore(from, folder, journal === undefined ? null : resolve(journal), host);
      const places = [dirname(from), ...(journal === undefined ? [] : [resolve(journal)])];
      const registered = await registerRestored(folder, places, { ...host, machine });
      await print({ ...restored, ...registered });
      return restored.notRestored.length > 0 || restored.damagedJournalLines > 0 ? 2 : 0;
    } finally {
      lock.release();
    }
  },
};

/** Lets signals in; throws once one has asked to stop. */
function restUntil(stop: AbortSignal): () => Promise<void> {
  return async () => {
    await nextTurn();
    if (stop.aborted) throw problem('cancelled', 'It was stopped before it was done. Nothing was restored.');
  };
}

/** Reads a data folder whole and says whether anything of it is damaged or missing, however damaged it is. */
export const verify: Command = {
  summary: 'reads a data folder whole and says whether it is undamaged',
  usage: '--data DIR',
  options: dataOption,
  words: [0, 0],
  async run(given, { print }) {
    const folder = await dataFolderOf(folderOf(given));
    const found = verifyClosed(folder);
    await print(found);
    return found.whole ? 0 : 2;
  },
};
