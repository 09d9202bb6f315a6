import { openDesk } from '../database/open-desk.ts';
import { registerFolder, type RegisterResult, type RegisterHost } from './register-folder.ts';

/**
 * Registers a restored folder as the active one wherever the lost folder may look: on the machine, beside the backup
 * and in the journal it was made from. A backup test does not do this, so its folder stays unknown.
 */
export async function registerRestored(
  folder: string,
  places: readonly string[],
  host: RegisterHost,
): Promise<RegisterResult> {
  const db = openDesk(folder);
  try {
    return await registerFolder(db, folder, places, host);
  } finally {
    db.close();
  }
}
