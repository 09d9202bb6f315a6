import { constants, open } from 'node:fs/promises';
import { maxImportBytes } from '../../shared/import/import-limit.ts';
import { badFile } from './bad-file.ts';
import { tooBig } from './read-table.ts';

/**
 * Reads a file of this machine. Throws ProblemError `bad-file` if it cannot be read, is not a regular file or is too
 * large.
 */
export async function readImportFile(path: string): Promise<Buffer> {
  const cannotRead = (error: NodeJS.ErrnoException): never => {
    throw badFile('no-spreadsheet', `${path} cannot be read (${error.code ?? error.name}).`);
  };
  // opening something other than a file may block: a pipe waits for a writer
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(cannotRead);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw badFile('no-spreadsheet', `${path} is no file.`);
    if (stat.size > maxImportBytes) throw tooBig();
    return await file.readFile().catch(cannotRead);
  } finally {
    await file.close();
  }
}
