import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { forkIoProcess } from '../../electron/desk/threads/io-process.ts';
import { workerDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('what a host starts in its own way reaches each desk that it opens', async () => {
  const folder = temporaryFolder();
  let [ioStarts, ownerStarts] = [0, 0];
  const readerStartsAfter = Promise.resolve();
  const desk = await openScreenDesk({
    ...{ folder, host: 'browser', secrets: createMemorySecrets(), machine: join(folder, 'machine'), readerStartsAfter },
    startIoProcess: () => ((ioStarts += 1), forkIoProcess()),
    desks: {
      ...workerDesks,
      openAsOwner(options) {
        ownerStarts += 1;
        expect(options.readerStartsAfter).toBe(readerStartsAfter);
        return workerDesks.openAsOwner(options);
      },
    },
  });
  onTestFinished(() => desk.close());
  // a backup folder is accessed by the I/O process only
  await desk.call('settings.set', { values: { backupFolder: temporaryFolder() } });
  expect(ownerStarts).toBe(1);
  expect(ioStarts).toBeGreaterThan(0);
});
