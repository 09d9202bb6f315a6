/** Why a file cannot be read or written: the reasons of problem `bad-file`. */
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
  'other-desk',
  'silent',
  'away',
  'printers',
  'not-readable',
] as const;
export type FileFault = (typeof fileFaults)[number];
