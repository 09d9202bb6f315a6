import { ProblemError } from '../../shared/contract/problem.ts';
import type { IoClientPort, IoClient, IoReplies } from './io-message.ts';

/** Sends requests over a port; the other end answers each within its deadline. */
export function ioClientOver(port: IoClientPort): IoClient {
  interface Waiting {
    resolve: (answer: never) => void;
    reject: (error: Error) => void;
    tellPercent: ((percent: number) => void) | undefined;
  }
  const waiting = new Map<number, Waiting>();
  let next = 1;
  port.on('message', (message) => {
    if ('working' in message) return;
    const asked = waiting.get(message.id);
    if ('percent' in message) return asked?.tellPercent?.(message.percent);
    waiting.delete(message.id);
    if ('problem' in message) asked?.reject(new ProblemError(message.problem));
    else asked?.resolve(message.answer as never);
  });
  return (ask, tellPercent) =>
    new Promise<IoReplies[(typeof ask)['ask']]>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject, tellPercent });
      port.postMessage({ ...ask, id });
    });
}
