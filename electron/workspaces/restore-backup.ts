import type { Input } from '../../shared/contract/desk-contract.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Desk } from '../threads/desk.ts';

interface RestoreHost {
  /** the open desk */
  desk: () => Desk;
  now: () => number;
  /** closes it, and opens its folder again */
  reopen: () => Promise<void>;
}

/**
 * Goes back to a backup, which the new worker opens in place of the current file. Throws ProblemError `damaged` if that
 * is not possible; the desk then continues with the data it had.
 */
export async function restoreBackup(
  { name, takeOpen }: Input<'backup.want'>,
  { desk, now, reopen: beginAnew }: RestoreHost,
): Promise<void> {
  await desk().ask('backup.want', { name, takeOpen });
  const startedAt = now();
  await beginAnew();
  const { rescued } = await desk().ask('backup.state', {});
  if (rescued?.why === 'chosen' && rescued.at >= startedAt) return;
  throw problem('damaged', `${name} could not be restored. The desk works on with the data it had.`, {
    reason: 'backup',
    name,
  });
}
