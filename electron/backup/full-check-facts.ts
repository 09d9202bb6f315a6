/** When the database was last read whole and found undamaged (ms). */
export const checkedAt = 'checked-at';
/** `yes` from a start until the folder is closed: found at a start, it says that the last run was killed or lost its power. */
export const openRun = 'open-run';
