import type { ListedBackup } from '../../shared/contract/desk-procedures.ts';
import type { ExtendDeadline } from './deadline.ts';
import { rankBackups, trustOfFolder } from './rank-backups.ts';

/**
 * Lists the backups that the data folder `data` has in `folder`, sorted as by `rankBackups`; none if `folder` does not
 * exist yet. Throws file system errors.
 */
export const listBackups = (
  { data, folder }: { data: string; folder: string },
  working: ExtendDeadline,
): ListedBackup[] => {
  const trust = trustOfFolder(data);
  return rankBackups([folder], trust, working).map(({ name, at, bytes, locked, olderKey, holds }, place) => ({
    ...{ name, at, bytes, locked, olderKey },
    newest: place === 0 && holds !== null && !olderKey,
    openBesideLocked: trust.lockedOnly && !locked,
  }));
};
