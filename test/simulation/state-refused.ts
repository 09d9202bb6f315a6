import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What the host keeps of its mode and its service cannot be written while this goes on; it is found again as it was. */
export async function whileStateIsRefused(root: string, happens: () => Promise<void>): Promise<void> {
  const kept = join(root, 'host', 'host.json');
  const aside = `${kept}.aside`;
  renameSync(kept, aside);
  mkdirSync(kept);
  await happens();
  // a program that was killed before is found without it
  if (!existsSync(aside)) return;
  rmSync(kept, { recursive: true, force: true });
  renameSync(aside, kept);
}
