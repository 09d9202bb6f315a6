/**
 * Why nothing can be saved: no room, a disk or file that takes no writing, no right to write, a folder that is not there, errors of
 * the disk itself, a lock that another program holds, or the part of the desk that saves having ended.
 */
export const diskReasons = ['full', 'read-only', 'not-allowed', 'gone', 'failing', 'locked', 'stopped'] as const;
export type DiskReason = (typeof diskReasons)[number];
