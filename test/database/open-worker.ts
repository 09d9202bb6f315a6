import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { parentPort, workerData } from 'node:worker_threads';

// Opens each given file at the same moment as the other of two threads, and posts the result.
const arrived = new Int32Array(workerData as SharedArrayBuffer);

parentPort?.on('message', (path: string) => {
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) % 2 === 1);
  try {
    openSqlite(path, practiceMigrations).close();
    parentPort?.postMessage('opened');
  } catch (error) {
    parentPort?.postMessage(String(error));
  }
});
