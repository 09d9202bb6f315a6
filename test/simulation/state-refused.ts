import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the host's state file (mode and service) unwritable while `happens` runs, and restores it afterwards. */
export async function whileStateIsRefused(root: string, happens: () => Promise<void>): Promise<void> {
  const kept = join(root, 'host', 'host.json');
  const aside = `${kept}.aside`;
  renameSync(kept, aside);
  mkdirSync(kept);
  await happens();
  // A program that was killed meanwhile finds its folder without the file put aside.
  if (!existsSync(aside)) return;
  rmSync(kept, { recursive: true, force: true });
  renameSync(aside, kept);
}
