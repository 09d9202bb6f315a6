import type { ProxyPassword, SystemProxies } from '../../delivery/service/proxy-password.ts';
import type { SystemPrinter, SystemPrinters } from '../../printing/printers/system-printer.ts';
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
 * Returns a port for a worker, whose requests the host answers. Unlike with the links of `platform/link`, the worker
 * asks and its host answers.
 */
export function answerAsHost<I, O>(handleRequest: (input: I) => Promise<O>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ id, input }: HostRequest<I>) => {
    const post = (answer: O | null): void => port1.postMessage({ id, answer } satisfies HostResponse<O>);
    handleRequest(input).then(post, () => post(null));
  });
  port1.unref();
  return port2;
}

/** Asks over such a port; null if the host could not answer, or not within `ms`. */
export function askHost<I, O>(port: MessagePort, after: (ms: number, run: () => void) => () => void) {
  const pendingAnswers = new Map<number, (answer: O | null) => void>();
  let nextId = 1;
  port.on('message', ({ id, answer }: HostResponse<O>) => pendingAnswers.get(id)?.(answer));
  // A closed desk must not wait for an answer.
  port.unref();
  return (input: I, ms: number): Promise<O | null> =>
    new Promise((resolve) => {
      const id = nextId++;
      const finish = (answer: O | null): void => {
        if (!pendingAnswers.delete(id)) return;
        cancel();
        resolve(answer);
      };
      pendingAnswers.set(id, finish);
      const cancel = after(ms, () => finish(null));
      port.postMessage({ id, input } satisfies HostRequest<I>);
    });
}

/**
 * After this time (ms) without an answer, for example if the proxy configuration is on a hanging server, the last
 * answer applies, or `DIRECT`.
 */
const proxyTimeoutMs = 5000;

type ProxyRequest = { way: string } | { signIn: string; refused: ProxyPassword | null };

/** A port for a worker, answered by `system`; null if it could not answer. A late answer is discarded. */
export const answerProxies = (system: SystemProxies): MessagePort =>
  answerAsHost<ProxyRequest, unknown>((request) =>
    'way' in request ? system.proxyFor(request.way) : system.signIn(request.signIn, request.refused),
  );

/** Asks over such a port. Never rejects, and answers in bounded time. */
export function proxiesOver(port: MessagePort, after: (ms: number, run: () => void) => () => void): SystemProxies {
  const ask = askHost<ProxyRequest, unknown>(port, after);
  const lastAnswers = new Map<string, string>();
  return {
    async proxyFor(origin) {
      const answer = (await ask({ way: origin }, proxyTimeoutMs)) as string | null;
      if (answer !== null) lastAnswers.set(origin, answer);
      return answer ?? lastAnswers.get(origin) ?? 'DIRECT';
    },
    signIn: async (proxy, refused) => (await ask({ signIn: proxy, refused }, proxyTimeoutMs)) as ProxyPassword | null,
  };
}

type PrinterRequest = { list: true } | { print: string; page: Uint8Array; paper: { width: number; height: number } };
type PrinterResponse = { printers: SystemPrinter[] } | { said: string | null };

/** Timeout for the list of printers (ms): the system asks network printers for their state. */
const listTimeoutMs = 10_000;
/** Timeout for a page (ms): it is rendered and passed to the system's own queue. */
const printTimeoutMs = 120_000;

/** A port for a worker, over which the host prints on its system's printers. */
export const answerSystemPrinters = (system: SystemPrinters): MessagePort =>
  answerAsHost<PrinterRequest, PrinterResponse>(async (request) =>
    'print' in request
      ? { said: await system.print(request.print, request.page, request.paper) }
      : { printers: (await system.list()) ?? [] },
  );

/** The system's printers, over such a port. */
export function systemPrintersOver(
  port: MessagePort,
  after: (ms: number, run: () => void) => () => void,
): SystemPrinters {
  const ask = askHost<PrinterRequest, PrinterResponse>(port, after);
  return {
    async list() {
      const answer = await ask({ list: true }, listTimeoutMs);
      return answer && 'printers' in answer ? answer.printers : null;
    },
    async print(name, page, paper) {
      const answer = await ask({ print: name, page, paper }, printTimeoutMs);
      if (!answer || !('said' in answer)) throw new Error('The system did not say what became of it.');
      return answer.said;
    },
  };
}
