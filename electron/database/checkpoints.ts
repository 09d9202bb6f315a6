import type { Sqlite } from './open-sqlite.ts';

/** Pages in the log from which on they are moved: some captures' worth, and few ms of work. */
const worthMoving = 250;

/**
 * Moves what the log holds into the file while nobody waits for it, so that a commit seldom has to do it itself. What is moved was
 * synced before.
 */
export function checkpoints(db: Sqlite) {
  // looked at after everything that is written, so that it is prepared once
  const look = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  return {
    /** Moves what there is, where it is worth it; answers that there is no more. */
    some(): false {
      const { log, checkpointed } = look.get() ?? { log: 0, checkpointed: 0 };
      if (log - checkpointed < worthMoving) return false;
      try {
        db.pragma('wal_checkpoint(PASSIVE)');
      } catch (error) {
        // what stands in the log is saved whatever the file's disk says; the next turn moves it, or a commit does
        if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))) throw error;
      }
      return false;
    },
  };
}
