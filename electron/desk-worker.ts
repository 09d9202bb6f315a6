import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { composeDesk } from './compose.ts';
import type { DeskWorkerData } from './desk.ts';
import { readInThread, readListInThread } from './import-thread.ts';
import { askOver } from './places/ask-place.ts';
import { startPracticeThread } from './practice-thread.ts';
import { machineOfProcess } from './register/machine-folder.ts';
import { faultPlace } from './rpc/failure.ts';
import { runWorker } from './rpc/run-worker.ts';
import { startSheetThread } from './sheet-thread.ts';

const { folder, settings = {}, machine = machineOfProcess(), wasThere, places } = workerData as DeskWorkerData;
const place = askOver(places);
// a desk that has closed waits for no place; listening had bound the thread to the port
places.unref();

await runWorker(parentPort, (tell) =>
  composeDesk({
    folder,
    settings,
    machine,
    wasThere,
    tell,
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: Math.random,
    timer: {
      after(ms, run) {
        const timeout = setTimeout(run, ms);
        return () => clearTimeout(timeout);
      },
    },
    newId: randomUUID,
    soon: (run) => void setImmediate(run),
    freeBytes: (place) => statfs(place).then(({ bavail, bsize }) => bavail * bsize),
    place,
    rest: () => nextTurn(),
    read: readInThread,
    readList: readListInThread,
    startThread: startSheetThread,
    startPractice: () => startPracticeThread({ folder: join(folder, 'practice') }),
    // after the answers that are being given now
    giveUp: () => void setImmediate(() => process.exit(1)),
    onFault: (error) => void process.stderr.write(`${faultPlace(error)}\n`),
  }),
);
