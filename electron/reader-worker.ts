import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { composeReader } from './compose-reader.ts';
import type { DeskOptions } from './desk.ts';
import { runWorker } from './rpc/run-worker.ts';

const { folder, settings = {} } = workerData as DeskOptions;

await runWorker(parentPort, (tell) =>
  composeReader({
    folder,
    settings,
    now: Date.now,
    rest: () => nextTurn(),
    tell,
    giveUp: () => void setImmediate(() => process.exit(1)),
  }),
);
