import { ProblemError } from '../../shared/problem.ts';
import type { AskingPort, AskPlace, PlaceAnswers } from './place-message.ts';

/** Asks over a port; the other end answers each ask, within its deadline. */
export function askOver(port: AskingPort): AskPlace {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let next = 1;
  port.on('message', (message) => {
    if ('working' in message) return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('problem' in message) asked?.reject(new ProblemError(message.problem));
    else asked?.resolve(message.answer as never);
  });
  return (ask) =>
    new Promise<PlaceAnswers[(typeof ask)['ask']]>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      port.postMessage({ ...ask, id });
    });
}
