import { openDesk } from '../database/open-desk.ts';
import { registerFolder, type Registered, type RegisterHost } from '../register/register-folder.ts';

/**
 * Writes down that a restored folder is the one to work in, wherever the lost one may look: on the machine, beside the backup and in
 * the journal it was made from. A rehearsal leaves that out, and nobody hears of its folder.
 */
export async function registerRestored(
  folder: string,
  places: readonly string[],
  host: RegisterHost,
): Promise<Registered> {
  const db = openDesk(folder);
  try {
    return await registerFolder(db, folder, places, host);
  } finally {
    db.close();
  }
}
