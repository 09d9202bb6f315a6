import type { MessagePort } from 'node:worker_threads';
import type { ProxyPassword, SystemProxies } from '../service/proxy-password.ts';
import { answerAsHost, askHost } from './host-port.ts';

/**
 * After this time (ms) without an answer, for example if the proxy configuration is on a hanging server, the last
 * answer applies, or `DIRECT`.
 */
const longestAnswerMs = 5000;

type Question = { way: string } | { signIn: string; refused: ProxyPassword | null };

/** A port for a worker, answered by `system`; null if it could not answer. A late answer is discarded. */
export const answerProxies = (system: SystemProxies): MessagePort =>
  answerAsHost<Question, unknown>((asked) =>
    'way' in asked ? system.proxyFor(asked.way) : system.signIn(asked.signIn, asked.refused),
  );

/** Asks over such a port. Never rejects, and answers in bounded time. */
export function proxiesOver(port: MessagePort, after: (ms: number, run: () => void) => () => void): SystemProxies {
  const ask = askHost<Question, unknown>(port, after);
  const last = new Map<string, string>();
  return {
    async proxyFor(origin) {
      const answer = (await ask({ way: origin }, longestAnswerMs)) as string | null;
      if (answer !== null) last.set(origin, answer);
      return answer ?? last.get(origin) ?? 'DIRECT';
    },
    signIn: async (proxy, refused) => (await ask({ signIn: proxy, refused }, longestAnswerMs)) as ProxyPassword | null,
  };
}
