/**
 * The fact that holds the names of the operators whom practice and live had in common when one took them over last: among the facts of the
 * folder, which no screen writes and nothing makes room in.
 */
export const sharedOperators = 'operators-shared';
/** The memory that holds them in a file of an older program: among what screens keep. */
export const oldSharedOperators = 'operators/shared';
/**
 * The fact that names the guard of a folder: begun with the first right given there, ended with the last one taken away, and taken over by the
 * desk's other folder. Rights of another guard count for nothing.
 */
export const guardFact = 'operators-guard';
