import { ioClientOver } from '../../copies/io-process/io-message.ts';
import { overLimitLabels } from '../../labels/own-labels/over-limit-labels.ts';
import { runDeskThread } from '../../platform/link/run-desk-thread.ts';
import { needsMigration } from '../../storage/database/needs-migration.ts';
import { machineOfProcess } from '../../storage/register/machine-folder.ts';
import { composeReader } from '../compose-reader.ts';
import type { DeskWorkerData } from './desk.ts';
import { startOwnLabels } from './own-label-thread.ts';
import { tryLocks } from './try-locks.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { folder, settings = {}, machine = machineOfProcess(), ioPort } = workerData as DeskWorkerData;
const askIo = ioClientOver(ioPort);
// A closed reader must not wait for an answer of the I/O process.
ioPort.unref();

await runDeskThread(parentPort, async (emit) => {
  // A file of an older version is migrated, and so written, before it is read.
  if (needsMigration(folder)) await tryLocks({ folder, machine, askIo, ioPort, mustExist: true });
  return composeReader({
    folder,
    settings,
    now: Date.now,
    yieldToEventLoop: () => nextTurn(),
    askIo,
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, Date.now)),
    emit,
    endForRestart: () => void setImmediate(() => process.exit(1)),
  });
});
