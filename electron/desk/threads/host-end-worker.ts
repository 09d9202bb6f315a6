import { workerData } from 'node:worker_threads';

/** Interval between checks that the host is running (ms): its process for copies exits within a second after it. */
const lookMs = 250;

/** Id of the process that started this one. */
const host = workerData as number;

/** After a host exits, its children get another parent; on Windows they keep its id, which no process has then. */
function isHostThere(): boolean {
  if (process.ppid !== host) return false;
  try {
    process.kill(host, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// In its own thread, since a process reading a whole file or a hanging place handles no event until it is done.
setInterval(() => {
  if (!isHostThere()) process.kill(process.pid, 'SIGKILL');
}, lookMs);
