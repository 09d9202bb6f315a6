import type { Problem } from '../../shared/contract/problem.ts';
import type { IoServerPort, FromIoProcess, IoRequest, IoProcess, StartIoProcess, ToIoProcess } from './io-message.ts';

/** A place that does not answer for this long is one that does not answer (ms). */
export const answerTimeoutMs = 3000;
/** The same for what takes its time, which says that it goes on. */
export const silenceTimeoutMs = 30_000;

/** A process that is asked nothing for this long is ended (ms). */
export const idleMs = 60_000;

/** Which process does what: a place of the one kind that hangs holds up none of the others. */
const queueOf: Readonly<Record<IoRequest['ask'], 'journal' | 'notes' | 'copies'>> = {
  // a person waits for it, who is rather told late than wrongly
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
 * Passes what the desk asks on to a process for each kind of ask, which begins with the first. One that says nothing in time is
 * killed; until it has ended no other is begun in its stead, so that a place from which nothing comes back holds one process and no
 * more.
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
    // one that answers after its time is over is not believed
    if (!waiting.has(message.id)) return;
    if ('working' in message) return waitFor(message.id, message.working);
    waiting.get(message.id)?.();
    waiting.delete(message.id);
    post(message);
    if (waiting.size === 0) cancelIdle = after(idleMs, endWhenIdle);
  }

  /** Nothing is under way: it may end in its own time. */
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
