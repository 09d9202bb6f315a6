import { basename } from 'node:path';

/** What a person types before a command: a package is its own command line, since such a PC may have nothing else. */
export const calledAs: string =
  'electron' in process.versions ? `${basename(process.execPath)} --desk` : 'npm run --silent desk --';
