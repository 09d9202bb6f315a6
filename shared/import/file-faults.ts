/** Why a file cannot be taken, or made: the reasons of problem `bad-file`. */
export const fileFaults = [
  'empty',
  'no-spreadsheet',
  'encoding',
  'archive',
  'too-big',
  'too-slow',
  'quotes',
  'header',
  'missing-column',
  'no-rows',
  'no-sheet',
  'closed',
  'write',
  'no-desk',
  'silent',
  'away',
  'printers',
] as const;
export type FileFault = (typeof fileFaults)[number];
