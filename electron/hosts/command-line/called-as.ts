import { basename } from 'node:path';

/**
 * The program name in help texts: the packaged app is its own command line, since a PC may have nothing else installed.
 */
export const programName: string =
  'electron' in process.versions ? `${basename(process.execPath)} --desk` : 'npm run --silent desk --';
