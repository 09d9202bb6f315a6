import { extname, resolve } from 'node:path';
import { createKinds, isCreateKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import type { Given } from './command.ts';
import { demanded, misuse } from './given.ts';

/** The output path of a spreadsheet, with the format by its extension. */
export function sheetOut(given: Given): { path: string; as: 'csv' | 'xlsx' } {
  const path = resolve(demanded(given, 'out'));
  const ending = extname(path).slice(1).toLowerCase();
  if (ending !== 'csv' && ending !== 'xlsx') throw misuse('--out names a file that ends in .csv or .xlsx.');
  return { path, as: ending };
}

/** Parses a kind of order. */
export function kindNamed(word: string, others: readonly string[] = []): CreateKind {
  if (isCreateKind(word)) return word;
  throw misuse(`${JSON.stringify(word)} is no kind of order. Give one of ${[...createKinds, ...others].join(', ')}.`);
}
