import type { Input } from '../shared/desk-contract.ts';
import { startDesk } from './desk.ts';
import { clearMadeFiles, takeMadeFile } from './rpc/made-files.ts';
import type { ScreenDesk } from './rpc/screen-desk.ts';

/**
 * Opens a data folder for screens and lets the desk deliver from the start. Rejects with a ProblemError, the folder closed
 * again: what `startDesk` rejects with, and `other-target` or `bad-address` where `service` is not to be had.
 */
export async function openScreenDesk({
  folder,
  ...target
}: { folder: string } & Input<'sync.start'>): Promise<ScreenDesk> {
  const desk = await startDesk({ folder });
  try {
    await clearMadeFiles(folder);
    await desk.ask('sync.start', target);
  } catch (error) {
    await desk.close();
    throw error;
  }
  return { ...desk, takeFile: (id) => takeMadeFile(folder, id, Date.now()) };
}
