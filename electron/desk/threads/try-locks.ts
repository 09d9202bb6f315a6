import type { IoClient } from '../../copies/io-process/io-message.ts';
import { requireWorkingLocks, findMount, type Mount } from '../../storage/lock/require-working-locks.ts';
import { provenMounts } from '../../storage/register/known-folders.ts';
import type { MessagePort } from 'node:worker_threads';

interface LockTestHost {
  folder: string;
  /** folder with this machine's record of its mounts */
  machine: string;
  askIo: IoClient;
  /** the port of `askIo` */
  ioPort: MessagePort;
  mustExist: boolean;
}

/**
 * Tests the locks of a folder before a thread opens it for writing: the I/O process tries to take a lock that this one
 * holds. Returns the mount of the folder, null if that is unknown. Throws as `requireWorkingLocks`.
 */
export async function tryLocks({ folder, machine, askIo, ioPort, mustExist }: LockTestHost): Promise<Mount | null> {
  // nothing else keeps the thread alive while it waits
  ioPort.ref();
  try {
    const mount = await findMount(folder);
    await requireWorkingLocks(folder, {
      mount,
      provenMounts: provenMounts(machine),
      isTakenElsewhere: (path) => askIo({ ask: 'try-lock', path }),
      mustExist,
    });
    return mount;
  } finally {
    ioPort.unref();
  }
}
