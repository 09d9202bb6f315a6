/** When the database was last read whole and found undamaged (ms). */
export const checkedAt = 'checked-at';
/** `yes` while the folder is open: found at a start, the last run was killed or lost power. */
export const openRun = 'open-run';
