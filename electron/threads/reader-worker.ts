import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { composeReader } from '../compose-reader.ts';
import type { DeskWorkerData } from './desk.ts';
import { ioClientOver } from '../isolated-io/io-client.ts';
import { tooMuchLabels } from '../own-labels/too-much-labels.ts';
import { startOwnLabels } from './own-label-thread.ts';
import { runDeskThread } from '../rpc/transport/run-desk-thread.ts';

const { folder, settings = {}, places } = workerData as DeskWorkerData;
const place = ioClientOver(places);
// A closed reader must not wait for a place.
places.unref();

await runDeskThread(parentPort, (emit) =>
  composeReader({
    folder,
    settings,
    now: Date.now,
    yieldToEventLoop: () => nextTurn(),
    place,
    startOwnLabels: () => startOwnLabels(undefined, undefined, tooMuchLabels(folder, Date.now)),
    emit,
    giveUp: () => void setImmediate(() => process.exit(1)),
  }),
);
