import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { restrictAccess, isCreatedByDesk, privateFileMode, privateFolderMode } from './private-folder.ts';

/** Folders in a data folder or a host's root that only the desk creates. */
const ownFolders = ['journal', 'made', 'practice', 'host', 'live', 'restoring', 'rehearsal', 'rescuing'];
/** Files of the desk in those, whichever program or version wrote them. */
const ownFile = /^(desk\.(db|lock)|(last-backup|rescued|rescue-wanted|backup-key|safeguards|labels-too-much)\.json)/;

/**
 * Removes other users' access to the desk's files in a data folder or a host's root, including files that an older
 * version left open. Closes the folder itself only if the desk created it, which is detected by the file `first` that
 * it puts into a new one. Returns false if anything stays accessible to others.
 */
export function restrictDataFolder(folder: string, firstFile: string): boolean {
  const isFolderRestricted = isCreatedByDesk(folder, firstFile) ? restrictAccess(folder, privateFolderMode) : true;
  const areEntriesRestricted = listNames(folder).map((name) => {
    const path = join(folder, name);
    if (ownFile.test(name)) return restrictEntry(path, 'file');
    return !ownFolders.includes(name) || restrictOwnFolder(path);
  });
  return [isFolderRestricted, ...areEntriesRestricted].every(Boolean);
}

function restrictOwnFolder(folder: string): boolean {
  const closed = restrictEntry(folder, 'folder');
  // anything deeper is now unreachable for others, and is closed when it is opened itself
  return listNames(folder)
    .map((name) => restrictEntry(join(folder, name), 'file'))
    .reduce((all, one) => all && one, closed);
}

/** Links lead elsewhere and are left alone, as are other types of files. */
function restrictEntry(path: string, as: 'file' | 'folder'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (as === 'folder' && found?.isDirectory()) return restrictAccess(path, privateFolderMode);
  if (as === 'file' && found?.isFile()) return restrictAccess(path, privateFileMode);
  return true;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
