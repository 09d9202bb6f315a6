import type { Problem } from '../../../shared/contract/problem.ts';
import type { IoServerPort, FromIoProcess, IoRequest, IoProcess, StartIoProcess, ToIoProcess } from './io-message.ts';

/** A place that is silent for this long counts as not answering (ms). */
export const answerTimeoutMs = 3000;
/** The same limit for long operations, which report progress (ms). */
export const silenceTimeoutMs = 30_000;

/** A process is killed after being idle for this long (ms). */
export const idleMs = 60_000;

/** Assigns requests to processes, so that a hanging place of one kind does not delay the others. */
const queueOf: Readonly<Record<IoRequest['ask'], 'journal' | 'notes' | 'copies'>> = {
  // A person waits for it and prefers a late answer to a wrong one.
  choose: 'copies',
  append: 'journal',
  free: 'journal',
  read: 'notes',
  write: 'notes',
  second: 'notes',
  backup: 'copies',
  schedule: 'copies',
  rehearse: 'copies',
  fetch: 'copies',
  list: 'notes',
  // a busy machine starts it slowly, and without an answer in time the lock would stay untried
  'try-lock': 'copies',
  check: 'copies',
  verify: 'copies',
  'verify-backup': 'copies',
  restore: 'copies',
  stop: 'copies',
  'forget-days': 'journal',
  'forget-backups': 'copies',
};

const silentProblem = (message: string): Problem => ({ kind: 'bad-file', message, params: { reason: 'silent' } });
const noAnswer = silentProblem('The place does not answer.');
const processEnded = silentProblem('What writes there has ended.');

type Schedule = (ms: number, run: () => void) => () => void;

/**
 * Relays the desk's requests to one process per kind, started with its first request. A silent process is killed; no
 * other starts until it has exited, so that a place that never returns holds a single process.
 */
export function relayToProcess(port: IoServerPort, startProcess: StartIoProcess, after: Schedule): void {
  const post = (message: FromIoProcess): void => port.postMessage(message);
  const queues = {
    journal: startQueue(answerTimeoutMs, post, startProcess, after),
    notes: startQueue(answerTimeoutMs, post, startProcess, after),
    copies: startQueue(silenceTimeoutMs, post, startProcess, after),
  };
  port.on('message', (message) => queues[queueOf[message.ask]].send(message));
  port.on('close', () => {
    for (const queue of Object.values(queues)) queue.close();
  });
}

function startQueue(
  timeoutMs: number,
  post: (message: FromIoProcess) => void,
  startProcess: StartIoProcess,
  after: Schedule,
) {
  const pendingTimeouts = new Map<number, () => void>();
  let current: IoProcess | null = null;
  let isKilled = false;
  let isClosed = false;
  let cancelIdle = (): void => undefined;

  function failAll(problem: Problem): void {
    for (const [id, cancel] of pendingTimeouts) {
      cancel();
      post({ id, problem });
    }
    pendingTimeouts.clear();
  }

  function waitFor(id: number, ms: number): void {
    pendingTimeouts.get(id)?.();
    pendingTimeouts.set(id, after(ms, killSilent));
  }

  function receive(message: FromIoProcess): void {
    // An answer after the deadline is ignored.
    if (!pendingTimeouts.has(message.id)) return;
    if ('working' in message) return waitFor(message.id, message.working);
    if ('percent' in message) return post(message);
    pendingTimeouts.get(message.id)?.();
    pendingTimeouts.delete(message.id);
    post(message);
    if (pendingTimeouts.size === 0) cancelIdle = after(idleMs, endWhenIdle);
  }

  /** Kills the process after an idle time; it starts again with the next request. */
  function endWhenIdle(): void {
    current?.kill();
    current = null;
  }

  function startCurrent(): IoProcess {
    const started = startProcess();
    started.onMessage(receive);
    started.onExit(() => {
      if (current !== started) return;
      current = null;
      isKilled = false;
      if (!isClosed) failAll(processEnded);
    });
    return started;
  }

  function killSilent(): void {
    isKilled = true;
    current?.kill();
    failAll(noAnswer);
  }

  return {
    send(message: ToIoProcess): void {
      if (isKilled) return post({ id: message.id, problem: noAnswer });
      cancelIdle();
      waitFor(message.id, timeoutMs);
      current ??= startCurrent();
      current.send(message);
    },
    close(): void {
      isClosed = true;
      cancelIdle();
      for (const cancel of pendingTimeouts.values()) cancel();
      current?.kill();
    },
  };
}
