import { ProblemError } from '../../../shared/contract/problem.ts';
import { recordBackup } from '../../copies/backup/backup-note.ts';
import type { BackupResult } from '../../copies/backup/make-backup.ts';
import type { VerifiedFolder } from '../../copies/verify/verify-folder.ts';
import type { Handlers } from '../../platform/link/answer.ts';

export interface CopyHost {
  folder: string;
  now: () => number;
  /**
   * copies the database to a folder that may hang; rejects after a timeout. `mustBeUsedBefore`: only if a desk has
   * written there before
   */
  backUp: (destination: string, at: number, mustBeUsedBefore: boolean) => Promise<BackupResult>;
  /** verifies the data folder's database, in a separate process */
  verify: () => Promise<VerifiedFolder>;
  /** stops verifications under way: each rejects with `cancelled` */
  stopVerify: () => Promise<null>;
}

/** Backups and verification of a data folder, while its owner keeps working. */
export function copyHandlers({
  folder,
  now,
  backUp,
  verify,
  stopVerify,
}: CopyHost): Pick<Handlers<'reader'>, 'backup.make' | 'backup.verify' | 'backup.stopVerify'> {
  return {
    async 'backup.make'({ to, used = false }) {
      try {
        const result = await backUp(to, now(), used);
        recordBackup(folder, now(), to, result);
        return result;
      } catch (error) {
        recordBackup(folder, now(), to, null);
        throw error instanceof ProblemError
          ? new ProblemError({ ...error.problem, message: `${error.problem.message} (${to})` })
          : error;
      }
    },
    'backup.verify': verify,
    async 'backup.stopVerify'() {
      await stopVerify();
      return { ended: true };
    },
  };
}
