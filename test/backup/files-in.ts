import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files in a folder, at any depth. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The copies of a desk among them, locked or not. */
export const copiesIn = (place: string): string[] => filesIn(place).filter((path) => /\.db(\.locked)?$/.test(path));
