/**
 * Why nothing can be saved: the disk is full, the disk or file is read-only, permission is missing, the folder does not
 * exist, the disk reports errors, another program holds a lock, or the worker that writes has stopped.
 */
export const diskReasons = ['full', 'read-only', 'not-allowed', 'gone', 'failing', 'locked', 'stopped'] as const;
export type DiskReason = (typeof diskReasons)[number];
