import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canLock } from '../database/can-lock.ts';
import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';

/** Releases a printer. */
export type ReleaseLease = () => void;

/** Of a printer that nobody is kept off. */
const nobody: ReleaseLease = () => undefined;

/**
 * Keeps a printer for whoever asks first among all programs and threads of this user of this machine, whichever data folder they work on;
 * null: another has it now. The operating system lets go of it with a program that ends. Where nothing can be written or no lock can be taken
 * nobody is kept off: labels come out there as well.
 */
export function leasePrinter(machine: string, address: string): ReleaseLease | null {
  // an address contains characters that are invalid in file names
  const name = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
  const folder = join(machine, 'printing');
  try {
    makePrivateFolder(folder);
    return holdFile(join(folder, `${name}.lock`)) ?? (canLock(folder) ? null : nobody);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nobody;
    throw error;
  }
}
