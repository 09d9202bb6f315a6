import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** What the system says of the way to an origin, in the form of proxy auto-configuration: `PROXY host:port; DIRECT`. */
export type ProxyFor = (origin: string) => Promise<string>;

/** A system that says nothing for so long (ms), as one whose configuration lies on a server that hangs, says as before, or `DIRECT`. */
const longestAnswerMs = 5000;

interface Asked {
  id: number;
  origin: string;
}
interface Answered {
  id: number;
  answer: string | null;
}

/**
 * A port for a worker, at whose other end `proxyFor` answers; null where it could not. It runs the other way than the links of
 * `rpc/transport`: the worker asks its host, which answers one question with one text. An answer that is late is none.
 */
export function answerProxies(proxyFor: ProxyFor): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ id, origin }: Asked) => {
    const post = (answer: string | null): void => port1.postMessage({ id, answer } satisfies Answered);
    proxyFor(origin).then(post, () => post(null));
  });
  port1.unref();
  return port2;
}

/** Asks over such a port. Never rejects, and answers in time. */
export function proxiesOver(port: MessagePort, after: (ms: number, run: () => void) => () => void): ProxyFor {
  const waiting = new Map<number, (answer: string | null) => void>();
  const last = new Map<string, string>();
  let next = 1;
  port.on('message', ({ id, answer }: Answered) => waiting.get(id)?.(answer));
  // a desk that has closed waits for no answer
  port.unref();
  return (origin) =>
    new Promise((resolve) => {
      const id = next++;
      const finish = (answer: string | null): void => {
        if (!waiting.delete(id)) return;
        cancel();
        if (answer !== null) last.set(origin, answer);
        resolve(answer ?? last.get(origin) ?? 'DIRECT');
      };
      waiting.set(id, finish);
      const cancel = after(longestAnswerMs, () => finish(null));
      port.postMessage({ id, origin } satisfies Asked);
    });
}
