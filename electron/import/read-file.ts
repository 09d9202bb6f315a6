import { constants, open } from 'node:fs/promises';
import { maxImportBytes } from '../../shared/import/import-limit.ts';
import { badFile } from './bad-file.ts';
import { tooBig } from './read-table.ts';

/** The whole of a file of this machine. Throws ProblemError `bad-file` where it cannot be read, is none or is too large. */
export async function readImportFile(path: string): Promise<Buffer> {
  const cannotRead = (error: NodeJS.ErrnoException): never => {
    throw badFile('no-spreadsheet', `${path} cannot be read (${error.code ?? error.name}).`);
  };
  // what is no file may never answer: a pipe waits for somebody who writes
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
