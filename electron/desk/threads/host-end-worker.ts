import { workerData } from 'node:worker_threads';

/** Interval between checks that the host is running (ms): the I/O process ends within a second after its host. */
const checkIntervalMs = 250;

/** Id of the process that started this one. */
const hostPid = workerData as number;

/** After a host exits, its children get another parent; on Windows they keep its id, which no process has then. */
function isHostRunning(): boolean {
  if (process.ppid !== hostPid) return false;
  try {
    process.kill(hostPid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// In its own thread, since a process reading a whole file or a hanging place handles no event until it is done.
setInterval(() => {
  if (!isHostRunning()) process.kill(process.pid, 'SIGKILL');
}, checkIntervalMs);
