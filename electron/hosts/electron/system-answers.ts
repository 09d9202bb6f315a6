import type { After } from '../../printers/printer.ts';

/** What the print system of this machine was asked and has not answered. */
const unanswered = new Set<Promise<unknown>>();
/** How long a program that ends waits for it (ms): a label that is being handed over comes out whole. */
const longestMs = 2000;

/**
 * Answers as `asked` does. Each such question takes a thread of Chromium's until it is answered, and a print server may never answer: see
 * `endWithoutSystem`.
 */
export async function ofSystem<T>(asked: Promise<T>): Promise<T> {
  unanswered.add(asked);
  try {
    return await asked;
  } finally {
    unanswered.delete(asked);
  }
}

/** The same, or null where it takes longer than so many ms. */
export function ofSystemWithin<T>(asked: Promise<T>, ms: number, after: After): Promise<T | null> {
  return inTime(ofSystem(asked), ms, after);
}

/** Settles once all is answered, and a moment later at the latest. */
export async function systemAnswered(after: After): Promise<void> {
  if (unanswered.size > 0) await inTime(Promise.allSettled(unanswered), longestMs, after);
}

function inTime<T>(asked: Promise<T>, ms: number, after: After): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const cancel = after(ms, () => late.resolve(null));
  return Promise.race([asked, late.promise]).finally(cancel);
}

/**
 * The last act of a program whose desk is closed. Chromium waits for its threads before a process ends: one that a silent print server holds would keep it,
 * with no window and with the lock that lets only one of it run, so that nobody could start the desk again.
 */
export function endWithoutSystem(): void {
  if (unanswered.size > 0) process.kill(process.pid, 'SIGKILL');
}
