/**
 * Why nothing can be saved: the disk is full, the disk or file is read-only, permission is missing, the folder does not
 * exist, the disk reports errors, another program holds a lock, locks do not keep other programs out or cannot be
 * taken, or the worker that writes has stopped.
 */
export const diskReasons = [
  'full',
  'read-only',
  'not-allowed',
  'gone',
  'failing',
  'locked',
  'locks-ignored',
  'no-locks',
  'stopped',
] as const;
export type DiskReason = (typeof diskReasons)[number];
