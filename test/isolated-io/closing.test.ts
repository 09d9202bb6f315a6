import { startDesk } from '../../electron/desk/threads/desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { expect, it } from 'vitest';

// A thread that does not end is terminated by its host after 15 s.
it('a desk that closes ends without being terminated and waits for no place', { timeout: 12_000 }, async () => {
  const desk = await startDesk({ folder: temporaryFolder() });
  await desk.ask('settings.get', {});
  await expect(desk.close()).resolves.toBeUndefined();
});
