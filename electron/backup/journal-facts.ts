/** Fact: number of the history after which the actions of this generation are in the journal. */
export const journalStartFact = 'journal-from';

/**
 * Fact: number of the history up to which retention has removed lines from the journal; lines missing up to there are
 * not written again.
 */
export const journalErasedFact = 'journal-erased';

/** Fact: day on which the journal was first found ahead of the database; empty if it is not ahead. */
export const journalAheadFact = 'journal-ahead-since';

/** Fact: progress of the second journal, and its folder. */
export const journalCopyFact = 'journal-copied';
