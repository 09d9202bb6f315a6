import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, isDeskMade, privateFileMode, privateFolderMode } from './private-folder.ts';

/** Folders within a data folder or a host's root that only the desk makes. */
const ownFolders = ['journal', 'made', 'practice', 'host', 'live', 'restoring', 'rehearsal', 'rescuing'];
/** Its own files there, whichever program or version wrote them. */
const ownFile = /^(desk\.(db|lock)|(last-backup|rescued|rescue-wanted|backup-key|safeguards|labels-too-much)\.json)/;

/**
 * Closes what lies in a data folder, or in the root of a host, to the other users of the machine, also what an older version
 * left open. The folder itself only where the desk made it, as what it lays `first` into a new one tells. False where something
 * stays open to them.
 */
export function closeDataFolder(folder: string, first: string): boolean {
  const own = isDeskMade(folder, first) ? closeToOthers(folder, privateFolderMode) : true;
  const closed = namesIn(folder).map((name) => {
    const path = join(folder, name);
    if (ownFile.test(name)) return closeEntry(path, 'file');
    return !ownFolders.includes(name) || closeOwnFolder(path);
  });
  return [own, ...closed].every(Boolean);
}

function closeOwnFolder(folder: string): boolean {
  const closed = closeEntry(folder, 'folder');
  // what lies deeper is out of reach then, and closed where it is opened itself
  return namesIn(folder)
    .map((name) => closeEntry(join(folder, name), 'file'))
    .reduce((all, one) => all && one, closed);
}

/** A link leads elsewhere and is left alone, as is what is of another kind. */
function closeEntry(path: string, as: 'file' | 'folder'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (as === 'folder' && found?.isDirectory()) return closeToOthers(path, privateFolderMode);
  if (as === 'file' && found?.isFile()) return closeToOthers(path, privateFileMode);
  return true;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
