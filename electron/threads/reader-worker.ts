import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { composeReader } from '../compose-reader.ts';
import { needsMigration } from '../database/is-behind.ts';
import type { DeskWorkerData } from './desk.ts';
import { ioClientOver } from '../isolated-io/io-client.ts';
import { machineOfProcess } from '../register/machine-folder.ts';
import { overLimitLabels } from '../own-labels/too-much-labels.ts';
import { startOwnLabels } from './own-label-thread.ts';
import { runDeskThread } from '../rpc/transport/run-desk-thread.ts';
import { tryLocks } from './try-locks.ts';

const { folder, settings = {}, machine = machineOfProcess(), places } = workerData as DeskWorkerData;
const place = ioClientOver(places);
// A closed reader must not wait for a place.
places.unref();

await runDeskThread(parentPort, async (emit) => {
  // a file of an older version is written before it is read
  if (needsMigration(folder)) await tryLocks({ folder, machine, place, places, mustExist: true });
  return composeReader({
    folder,
    settings,
    now: Date.now,
    yieldToEventLoop: () => nextTurn(),
    place,
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, Date.now)),
    emit,
    giveUp: () => void setImmediate(() => process.exit(1)),
  });
});
