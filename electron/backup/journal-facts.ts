/** Name of the fact that says from which number of the history on the acts of this generation are in the journal. */
export const beganAt = 'journal-from';

/** Name of the fact that says up to which number of the history retention has taken lines out of the journal: what is missing there stays out. */
export const erasedTo = 'journal-erased';

/** Name of the fact that says on which day the journal was first found to know more than the database; empty where it does not. */
export const aheadSince = 'journal-ahead-since';

/** Name of the fact that says how far the second place of the journal has come, and which place that is. */
export const copiedTo = 'journal-copied';
