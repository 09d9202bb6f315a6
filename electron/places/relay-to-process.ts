import type { AnsweringPort, PlaceProcess, StartPlaceProcess } from './place-message.ts';

/** A place that does not answer for this long is one that does not answer (ms). */
export const latestAnswerMs = 3000;

const silent = 'The place does not answer.';
const ended = 'What writes there has ended.';

/**
 * Passes what the desk asks on to a process, which begins with the first ask. One that does not answer in time is killed; until it
 * has ended no other is begun, so that a place from which nothing comes back holds one process and no more.
 */
export function relayToProcess(
  port: AnsweringPort,
  start: StartPlaceProcess,
  after: (ms: number, run: () => void) => () => void,
): void {
  const waiting = new Map<number, () => void>();
  let current: PlaceProcess | null = null;
  let dying = false;
  let closed = false;

  function failAll(failed: string): void {
    for (const [id, stop] of waiting) {
      stop();
      port.postMessage({ id, failed });
    }
    waiting.clear();
  }

  function begin(): PlaceProcess {
    const begun = start();
    begun.onMessage((message) => {
      // one that answers after its time is over is not believed
      if (!waiting.has(message.id)) return;
      waiting.get(message.id)?.();
      waiting.delete(message.id);
      port.postMessage(message);
    });
    begun.onExit(() => {
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

  port.on('message', (message) => {
    if (dying) return port.postMessage({ id: message.id, failed: silent });
    waiting.set(message.id, after(latestAnswerMs, giveUp));
    current ??= begin();
    current.send(message);
  });
  port.on('close', () => {
    closed = true;
    for (const stop of waiting.values()) stop();
    current?.kill();
  });
}
