import { makePrivateFile } from '../../platform/private-files.ts';
import { deskFile } from '../database/desk-file.ts';
import { openDeskReader } from '../database/open-desk.ts';
import { fileIdentity } from '../lock/lock-folder.ts';
import { readIdentity, type Identity } from './identity.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a second folder with the same identity is at `otherPath`: a copy, not the same folder by another path, as on
 * a disk mounted twice.
 */
export function isCopy(identity: Identity, thisPath: string, otherPath: string): boolean {
  if (otherPath === thisPath || !belongsTo(identity, otherPath)) return false;
  return (
    fileIdentity(join(thisPath, deskFile)) !== fileIdentity(join(otherPath, deskFile)) &&
    !isSameFolder(thisPath, otherPath)
  );
}

function belongsTo({ folder }: Identity, path: string): boolean {
  if (!existsSync(join(path, deskFile))) return false;
  try {
    const db = openDeskReader(path);
    try {
      return readIdentity(db)?.folder === folder;
    } finally {
      db.close();
    }
  } catch {
    // a folder that cannot be read is not in use
    return false;
  }
}

/**
 * Whether two paths lead to the same folder, tested with a file that is created by one path and visible by the other:
 * shares can give one file two inode numbers.
 */
function isSameFolder(thisPath: string, otherPath: string): boolean {
  const name = `desk.seen-${randomUUID()}`;
  try {
    makePrivateFile(join(thisPath, name));
    return existsSync(join(otherPath, name));
  } catch {
    return false;
  } finally {
    rmSync(join(thisPath, name), { force: true });
  }
}
