import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, isDeskMade, privateFileMode, privateFolderMode } from './private-folder.ts';

/** Folders in a data folder or a host's root that only the desk creates. */
const ownFolders = ['journal', 'made', 'practice', 'host', 'live', 'restoring', 'rehearsal', 'rescuing'];
/** Files of the desk in those, whichever program or version wrote them. */
const ownFile = /^(desk\.(db|lock)|(last-backup|rescued|rescue-wanted|backup-key|safeguards|labels-too-much)\.json)/;

/**
 * Removes other users' access to the desk's files in a data folder or a host's root, including files that an older
 * version left open. Closes the folder itself only if the desk created it, which is detected by the file `first` that
 * it puts into a new one. Returns false if anything stays accessible to others.
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
  // anything deeper is now unreachable for others, and is closed when it is opened itself
  return namesIn(folder)
    .map((name) => closeEntry(join(folder, name), 'file'))
    .reduce((all, one) => all && one, closed);
}

/** Links lead elsewhere and are left alone, as are other types of files. */
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
