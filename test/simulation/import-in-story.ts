import { readFile } from 'node:fs/promises';
import { checkTable } from '../../electron/import/check-table.ts';
import { readTable } from '../../electron/import/read-table.ts';
import type { ReadAnswer, ReadOrder } from '../../electron/import/thread.ts';
import { problemOf } from '../../electron/rpc/failure.ts';

const sliceRows = 50;

/** Reads a spreadsheet as its thread does, without the thread: a story has one. */
export async function* readInStory({ path, encoding, kind, units }: ReadOrder): AsyncGenerator<ReadAnswer> {
  try {
    const { rows, ignoredColumns } = checkTable(await readTable(await readFile(path), encoding), kind, units);
    yield { head: { rows: rows.length, ignoredColumns } };
    for (let from = 0; from < rows.length; from += sliceRows) yield { slice: rows.slice(from, from + sliceRows) };
    yield { end: true };
  } catch (error) {
    yield { failed: problemOf(error) };
  }
}
