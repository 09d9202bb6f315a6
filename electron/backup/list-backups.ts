import type { ListedBackup } from '../../shared/contract/desk-procedures.ts';
import type { ExtendDeadline } from './deadline.ts';
import { rankBackups, folderTrust } from './rank-backups.ts';

/**
 * Lists the backups that the data folder `data` has in `folder`, sorted as by `rankBackups`; none if `folder` does not
 * exist yet. Throws file system errors.
 */
export const listBackups = (
  { data, folder }: { data: string; folder: string },
  extendDeadline: ExtendDeadline,
): ListedBackup[] => {
  const trust = folderTrust(data);
  return rankBackups([folder], trust, extendDeadline).map(
    ({ name, at, bytes, locked, olderKey, contents: holds }, place) => ({
      ...{ name, at, bytes, locked, olderKey },
      newest: place === 0 && holds !== null && !olderKey,
      openBesideLocked: trust.lockedOnly && !locked,
    }),
  );
};
