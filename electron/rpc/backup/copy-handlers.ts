import { ProblemError } from '../../../shared/contract/problem.ts';
import type { BackupMade } from '../../backup/backup.ts';
import { noteAttempt } from '../../backup/backup-note.ts';
import type { VerifiedFolder } from '../../backup/verify-closed.ts';
import type { Handlers } from '../transport/answer.ts';

export interface CopyHost {
  folder: string;
  now: () => number;
  /** copies the data folder's database into a folder that may never answer; rejects in time. `used`: only where a desk wrote before */
  backUp: (to: string, at: number, used: boolean) => Promise<BackupMade>;
  /** reads a copy of the data folder's database whole, in a process of its own */
  verify: () => Promise<VerifiedFolder>;
}

/** Copies of a data folder, and whether it is whole; beside an owner that goes on working. */
export function copyHandlers({
  folder,
  now,
  backUp,
  verify,
}: CopyHost): Pick<Handlers<'reader'>, 'backup.make' | 'backup.verify'> {
  return {
    async 'backup.make'({ to, used = false }) {
      try {
        const made = await backUp(to, now(), used);
        noteAttempt(folder, now(), to, made);
        return made;
      } catch (error) {
        noteAttempt(folder, now(), to, null);
        throw error instanceof ProblemError
          ? new ProblemError({ ...error.problem, message: `${error.problem.message} (${to})` })
          : error;
      }
    },
    'backup.verify': verify,
  };
}
