import type { AskingPort, AskPlace } from './place-message.ts';

/** Asks over a port; the other end answers each ask, within its deadline. */
export function askOver(port: AskingPort): AskPlace {
  const waiting = new Map<number, { resolve: (bytes: number) => void; reject: (error: Error) => void }>();
  let next = 1;
  port.on('message', (message) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failed' in message) asked?.reject(new Error(message.failed));
    else asked?.resolve(message.bytes);
  });
  return (ask) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      port.postMessage({ ...ask, id });
    });
}
