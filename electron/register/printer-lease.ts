import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';

/** Releases a printer. */
export type Lease = () => void;

/**
 * Locks a printer for the first caller among all programs and threads of this user on this machine, across data
 * folders; null: another one holds it. The operating system releases the lock when its process ends. If the lock file
 * cannot be written, no lock is taken: labels must still print.
 */
export function leasePrinter(machine: string, address: string): Lease | null {
  // an address contains characters that are invalid in file names
  const name = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
  const folder = join(machine, 'printing');
  try {
    makePrivateFolder(folder);
    return holdFile(join(folder, `${name}.lock`));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return () => undefined;
    throw error;
  }
}
