import { constants, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { maxImportBytes } from '../../shared/import/import-limit.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { badFile } from '../import/bad-file.ts';
import { checkTable } from '../import/check-table.ts';
import { readTable, tooBig } from '../import/read-table.ts';
import type { ReadAnswer, ReadOrder } from '../import/thread.ts';
import { problemOf } from '../rpc/failure.ts';

/** Rows passed on at once: few enough that the desk takes them up between two captures. */
const sliceRows = 50;

// A hostile file can cost time and memory, or bring a parser down. In a thread of its own it costs the desk nothing.
const { path, encoding, kind, units } = workerData as ReadOrder;
const post = (answer: ReadAnswer): void => parentPort?.postMessage(answer);

async function readFile(): Promise<Buffer> {
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

function cannotRead(error: NodeJS.ErrnoException): never {
  throw badFile('no-spreadsheet', `${path} cannot be read (${error.code ?? error.name}).`);
}

try {
  const { rows, ignoredColumns } = checkTable(await readTable(await readFile(), encoding), kind, units);
  post({ head: { rows: rows.length, ignoredColumns } });
  for (let from = 0; from < rows.length; from += sliceRows) post({ slice: rows.slice(from, from + sliceRows) });
  post({ end: true });
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  post({ failed: problemOf(error) });
}
