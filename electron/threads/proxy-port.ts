import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ProxyPassword, SystemProxies } from '../service/proxy-password.ts';

/** A system that says nothing for so long (ms), as one whose configuration lies on a server that hangs, says as before, or `DIRECT`. */
const longestAnswerMs = 5000;

type Question = { way: string } | { signIn: string; refused: ProxyPassword | null };
type Asked = Question & { id: number };
interface Answered {
  id: number;
  /** null: it could not say */
  answer: unknown;
}

/**
 * A port for a worker, at whose other end `system` answers; null where it could not. It runs the other way than the links of
 * `rpc/transport`: the worker asks its host. An answer that is late is none.
 */
export function answerProxies(system: SystemProxies): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (asked: Asked) => {
    const post = (answer: unknown): void => port1.postMessage({ id: asked.id, answer } satisfies Answered);
    const said: Promise<unknown> =
      'way' in asked ? system.proxyFor(asked.way) : system.signIn(asked.signIn, asked.refused);
    said.then(post, () => post(null));
  });
  port1.unref();
  return port2;
}

/** Asks over such a port. Never rejects, and answers in time. */
export function proxiesOver(port: MessagePort, after: (ms: number, run: () => void) => () => void): SystemProxies {
  const waiting = new Map<number, (answer: unknown) => void>();
  const last = new Map<string, string>();
  let next = 1;
  port.on('message', ({ id, answer }: Answered) => waiting.get(id)?.(answer));
  // a desk that has closed waits for no answer
  port.unref();

  const ask = (question: Question): Promise<unknown> =>
    new Promise((resolve) => {
      const id = next++;
      const finish = (answer: unknown): void => {
        if (!waiting.delete(id)) return;
        cancel();
        resolve(answer);
      };
      waiting.set(id, finish);
      const cancel = after(longestAnswerMs, () => finish(null));
      port.postMessage({ id, ...question } satisfies Asked);
    });

  return {
    async proxyFor(origin) {
      const answer = (await ask({ way: origin })) as string | null;
      if (answer !== null) last.set(origin, answer);
      return answer ?? last.get(origin) ?? 'DIRECT';
    },
    signIn: async (proxy, refused) => (await ask({ signIn: proxy, refused })) as ProxyPassword | null,
  };
}
