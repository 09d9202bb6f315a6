import type { MessagePort } from 'node:worker_threads';
import type { IoClient } from '../isolated-io/io-message.ts';
import { requireWorkingLocks } from '../lock/demand-locks.ts';
import { findMount, type Mount } from '../lock/mount-of.ts';
import { provenMounts } from '../register/proven-mounts.ts';

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
 * reached, null if that is unknown. Throws as `demandLocks`.
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
