import type { IoClient } from '../../copies/io-process/io-message.ts';
import { requireWorkingLocks, findMount, type Mount } from '../../storage/lock/require-working-locks.ts';
import { provenMounts } from '../../storage/register/known-places.ts';
import type { MessagePort } from 'node:worker_threads';

interface Trying {
  folder: string;
  /** where this machine's knowledge of its mounts lies */
  machine: string;
  place: IoClient;
  /** what `place` asks over */
  places: MessagePort;
  mustExist: boolean;
}

/**
 * Has the process for places try a lock of this one, before a thread opens a folder to write. Returns how the folder is
 * reached, null if that is unknown. Throws as `requireWorkingLocks`.
 */
export async function tryLocks({ folder, machine, place, places, mustExist }: Trying): Promise<Mount | null> {
  // nothing else keeps the thread alive while it waits
  places.ref();
  try {
    const mount = await findMount(folder);
    await requireWorkingLocks(folder, {
      mount,
      proven: provenMounts(machine),
      isTakenElsewhere: (path) => place({ ask: 'try-lock', path }),
      mustExist,
    });
    return mount;
  } finally {
    places.unref();
  }
}
