import type { Sqlite } from './open-sqlite.ts';

/** Log size that is worth a checkpoint (pages): some captures, and few ms of work. */
const minPages = 250;

/** Checkpoints the log while the desk is idle, so that a commit rarely has to. The log is already synced. */
export function createCheckpointer(db: Sqlite) {
  // runs after every write, so it is prepared once
  const selectLogState = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  return {
    /** Checkpoints if the log is large enough; returns that there is no more to do. */
    processBatch(): false {
      const { log, checkpointed } = selectLogState.get() ?? { log: 0, checkpointed: 0 };
      if (log - checkpointed < minPages) return false;
      try {
        db.pragma('wal_checkpoint(PASSIVE)');
      } catch (error) {
        // commits in the log are durable whatever the file's disk reports; the next turn or a commit retries
        if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))) throw error;
      }
      return false;
    },
  };
}
