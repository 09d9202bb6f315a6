import { extname, resolve } from 'node:path';
import { createKinds, isCreateKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import type { CommandArgs } from './command.ts';
import { requiredOption, usageError } from './given.ts';

/** The output path of a spreadsheet, with the format by its extension. */
export function outputSheet(args: CommandArgs): { path: string; as: 'csv' | 'xlsx' } {
  const path = resolve(requiredOption(args, 'out'));
  const ending = extname(path).slice(1).toLowerCase();
  if (ending !== 'csv' && ending !== 'xlsx') throw usageError('--out names a file that ends in .csv or .xlsx.');
  return { path, as: ending };
}

/** Parses a kind of order. */
export function parseKind(word: string, others: readonly string[] = []): CreateKind {
  if (isCreateKind(word)) return word;
  throw usageError(
    `${JSON.stringify(word)} is no kind of order. Give one of ${[...createKinds, ...others].join(', ')}.`,
  );
}
