import { MessageChannel, type MessagePort } from 'node:worker_threads';

interface HostRequest<I> {
  id: number;
  input: I;
}
interface HostResponse<O> {
  id: number;
  /** null: the host could not answer */
  answer: O | null;
}

/**
 * A port for a worker whose requests the host answers. Unlike the links of `rpc/transport`, the worker asks its host,
 * one question, one answer.
 */
export function answerAsHost<I, O>(act: (input: I) => Promise<O>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ id, input }: HostRequest<I>) => {
    const post = (answer: O | null): void => port1.postMessage({ id, answer } satisfies HostResponse<O>);
    act(input).then(post, () => post(null));
  });
  port1.unref();
  return port2;
}

/** Asks over such a port; null if the host could not answer, or not within `ms`. */
export function askHost<I, O>(port: MessagePort, after: (ms: number, run: () => void) => () => void) {
  const waiting = new Map<number, (answer: O | null) => void>();
  let next = 1;
  port.on('message', ({ id, answer }: HostResponse<O>) => waiting.get(id)?.(answer));
  // A closed desk must not wait for an answer.
  port.unref();
  return (input: I, ms: number): Promise<O | null> =>
    new Promise((resolve) => {
      const id = next++;
      const finish = (answer: O | null): void => {
        if (!waiting.delete(id)) return;
        cancel();
        resolve(answer);
      };
      waiting.set(id, finish);
      const cancel = after(ms, () => finish(null));
      port.postMessage({ id, input } satisfies HostRequest<I>);
    });
}
