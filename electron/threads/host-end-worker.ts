import { workerData } from 'node:worker_threads';

/** From one look to the next whether the host is there (ms): its process for copies ends within a second of its end. */
const lookMs = 250;

/** The process that began this one. */
const host = workerData as number;

/** Where a host has ended, its children belong to another process; on Windows they keep its number, which nobody has then. */
function isHostThere(): boolean {
  if (process.ppid !== host) return false;
  try {
    process.kill(host, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// a thread of its own, since what reads a whole file or a place that hangs hears of nothing until it is done
setInterval(() => {
  if (!isHostThere()) process.kill(process.pid, 'SIGKILL');
}, lookMs);
