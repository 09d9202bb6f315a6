import type { Problem } from '../../../shared/contract/problem.ts';
import type { IoServerPort, FromIoProcess, IoRequest, IoProcess, StartIoProcess, ToIoProcess } from './io-message.ts';

/** A place that is silent for this long counts as not answering (ms). */
export const answerTimeoutMs = 3000;
/** The same for long operations, which report progress. */
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
  // slow to begin on a busy machine, and where it says nothing the lock stays untried
  'try-lock': 'copies',
  check: 'copies',
  verify: 'copies',
  'verify-backup': 'copies',
  restore: 'copies',
  stop: 'copies',
  'forget-days': 'journal',
  'forget-backups': 'copies',
};

const at = (message: string): Problem => ({ kind: 'bad-file', message, params: { reason: 'silent' } });
const silent = at('The place does not answer.');
const ended = at('What writes there has ended.');

type After = (ms: number, run: () => void) => () => void;

/**
 * Relays the desk's requests to one process per kind, started with its first request. A silent process is killed; no
 * other starts until it has exited, so that a place that never returns holds a single process.
 */
export function relayToProcess(port: IoServerPort, start: StartIoProcess, after: After): void {
  const post = (message: FromIoProcess): void => port.postMessage(message);
  const queues = {
    journal: startQueue(answerTimeoutMs, post, start, after),
    notes: startQueue(answerTimeoutMs, post, start, after),
    copies: startQueue(silenceTimeoutMs, post, start, after),
  };
  port.on('message', (message) => queues[queueOf[message.ask]].ask(message));
  port.on('close', () => {
    for (const one of Object.values(queues)) one.close();
  });
}

function startQueue(latestMs: number, post: (message: FromIoProcess) => void, start: StartIoProcess, after: After) {
  const waiting = new Map<number, () => void>();
  let current: IoProcess | null = null;
  let dying = false;
  let closed = false;
  let cancelIdle = (): void => undefined;

  function failAll(problem: Problem): void {
    for (const [id, stop] of waiting) {
      stop();
      post({ id, problem });
    }
    waiting.clear();
  }

  function waitFor(id: number, ms: number): void {
    waiting.get(id)?.();
    waiting.set(id, after(ms, giveUp));
  }

  function receive(message: FromIoProcess): void {
    // An answer after the deadline is ignored.
    if (!waiting.has(message.id)) return;
    if ('working' in message) return waitFor(message.id, message.working);
    if ('percent' in message) return post(message);
    waiting.get(message.id)?.();
    waiting.delete(message.id);
    post(message);
    if (waiting.size === 0) cancelIdle = after(idleMs, endWhenIdle);
  }

  /** Stops the process while nothing is under way. */
  function endWhenIdle(): void {
    current?.kill();
    current = null;
  }

  function begin(): IoProcess {
    const begun = start();
    begun.onMessage(receive);
    begun.onExit(() => {
      if (current !== begun) return;
      current = null;
      dying = false;
      if (!closed) failAll(ended);
    });
    return begun;
  }

  function giveUp(): void {
    dying = true;
    current?.kill();
    failAll(silent);
  }

  return {
    ask(message: ToIoProcess): void {
      if (dying) return post({ id: message.id, problem: silent });
      cancelIdle();
      waitFor(message.id, latestMs);
      current ??= begin();
      current.send(message);
    },
    close(): void {
      closed = true;
      cancelIdle();
      for (const stop of waiting.values()) stop();
      current?.kill();
    },
  };
}
