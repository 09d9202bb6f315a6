import { problem, type Problem, type ProblemKind, type Result } from '../../../shared/contract/problem.ts';
import type { Mode } from '../../storage/register/workspace-folders.ts';
import { z } from 'zod';

const maxIds = 10_000;
const commandSchema = z.looseObject({ commandId: z.string() });

/**
 * Remembers in which folder a command was first received. A browser may repeat a call automatically; one that was meant
 * for practice must not reach live, nor the reverse, whatever happened in between.
 */
export function commandFolders() {
  const folderByCommand = new Map<string, Mode>();
  return {
    /** Null if the command belongs here, else the answer with the problem. */
    refusalFor(input: unknown, mode: Mode): Result<never> | null {
      const parsed = commandSchema.safeParse(input);
      if (!parsed.success) return null;
      const { commandId } = parsed.data;
      const firstMode = folderByCommand.get(commandId);
      if (firstMode !== undefined && firstMode !== mode) return switchedAnswer(mode);
      folderByCommand.set(commandId, mode);
      const oldest = folderByCommand.keys().next();
      if (folderByCommand.size > maxIds && !oldest.done) folderByCommand.delete(oldest.value);
      return null;
    },
  };
}

/** The answer to a call that was in progress, or arrived, while the desk switched to the other folder. */
export const switchedAnswer = (to: Mode): { ok: false; problem: Problem } => ({
  ok: false,
  problem: problem(
    'cancelled',
    `The desk went to ${to} meanwhile. Look whether it was saved there, then do it again if it is meant for ${to}.`,
    { to },
  ).problem,
});

/**
 * Why the same folder is closed and opened again: to go back to a backup, or to work knowingly in a restored or copied
 * folder.
 */
export type ReopenReason = 'going-back' | 'reopening';

/**
 * The answer to a call that arrives while the folder is opened again: nothing of it was done. `percent`: progress of a
 * restore.
 */
export const reopeningAnswer = (reason: ReopenReason, percent: number): { ok: false; problem: Problem } => ({
  ok: false,
  problem: problem(
    'cancelled',
    reason === 'going-back'
      ? `The desk is going back to a backup (${percent} %). Nothing was saved; do it again when that is done.`
      : 'The desk is opening its folder again. Nothing was saved; do it again in a moment.',
    { reason: reason, ...(reason === 'going-back' && { percent }) },
  ).problem,
});

/**
 * The answer to a call that was in progress when the folder was closed to be opened again: whether it was done is
 * unknown.
 */
export const cutOffAnswer = (reason: ReopenReason): { ok: false; problem: Problem } => ({
  ok: false,
  problem: problem(
    'cancelled',
    `The desk ${reason === 'going-back' ? 'went back to a backup' : 'opened its folder again'} meanwhile. Look whether it was saved, then do it again if it was not.`,
    { reason: reason === 'going-back' ? 'went-back' : 'reopened' },
  ).problem,
});

/** Problems that answer a call whose desk was closed meanwhile. */
export const closedDeskProblems: readonly ProblemKind[] = ['internal', 'desk-gone'];
