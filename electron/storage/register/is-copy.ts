import { makePrivateFile } from '../../platform/private-files.ts';
import { deskFile } from '../database/desk-file.ts';
import { openDeskReader } from '../database/open-desk.ts';
import { fileIdentity } from '../lock/lock-folder.ts';
import { identityIn, type Identity } from './identity.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a second folder with the same identity is at `there`: a copy, not `here` by another path, as on a disk
 * mounted twice.
 */
export function isCopy(identity: Identity, here: string, there: string): boolean {
  if (there === here || !belongsTo(identity, there)) return false;
  return fileIdentity(join(here, deskFile)) !== fileIdentity(join(there, deskFile)) && !isSameFolder(here, there);
}

function belongsTo({ folder }: Identity, path: string): boolean {
  if (!existsSync(join(path, deskFile))) return false;
  try {
    const db = openDeskReader(path);
    try {
      return identityIn(db)?.folder === folder;
    } finally {
      db.close();
    }
  } catch {
    // a folder that cannot be read is not in use
    return false;
  }
}

/**
 * Shares can give one file two inode numbers; a file created in one folder and visible in the other proves that they
 * are the same.
 */
function isSameFolder(here: string, there: string): boolean {
  const name = `desk.seen-${randomUUID()}`;
  try {
    makePrivateFile(join(here, name));
    return existsSync(join(there, name));
  } catch {
    return false;
  } finally {
    rmSync(join(here, name), { force: true });
  }
}
