import type { Dispatcher } from 'undici';
import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerNameFault, headerValueFault } from '../../shared/settings/secret-header.ts';
import { checkAddress } from './check-address.ts';
import type { Exchange } from './exchange.ts';
import { readBody } from './read-body.ts';
import { receive, type Received } from './receive.ts';
import { redactor } from './redact.ts';
import type { SerializedRequest } from './request.ts';
import { readRetryAfter } from './retry-after.ts';
import { directAgent } from './straight.ts';
import type { Timer } from './timer.ts';
import type { ProxyRouter } from './proxy-router.ts';

export type { Dispatcher } from 'undici';

/** Maximum size of an answer (bytes), both compressed and decompressed. */
const answerCaps = { record: 1 << 20, list: 16 << 20 } as const;

export interface ClientOptions {
  /** base address of the service, as accepted by `checkAddress` */
  origin: string;
  /**
   * the host's dispatcher, or a function that finds one for an origin and a connect timeout (ms), for example through a
   * proxy; it must not retry or redirect. Default: direct connections
   */
  dispatcher?: Dispatcher | ProxyRouter['to'];
  /** sent with every request, and to no other origin */
  header?: { name: string; value: string };
  /** timeout for a complete answer, connecting included (ms); a function is called before each request */
  timeoutMs: number | (() => number);
  caps?: { record: number; list: number };
  timer: Timer;
  /** the desk's clock (ms) */
  now: () => number;
}

export interface Client {
  /**
   * One request, sent once; never throws. Aborting the signal gives up: a request not sent yet will not be sent.
   * `patienceMs`: maximum wait for the answer if shorter than `timeoutMs`.
   */
  call(sendable: SerializedRequest, signal?: AbortSignal, patienceMs?: number): Promise<Exchange>;
  /** Closes the connections; a dispatcher passed in belongs to the host. */
  close(): Promise<void>;
}

/**
 * The only access to the service, for all 20 endpoints. Follows no redirect and retries nothing. Throws ProblemError
 * `bad-address` or `bad-setting` if the address or the header is unusable.
 */
export function createClient(options: ClientOptions): Client {
  const { caps = answerCaps, timer, now } = options;
  const timeoutMs = (): number => (typeof options.timeoutMs === 'function' ? options.timeoutMs() : options.timeoutMs);
  const address = checkAddress(options.origin);
  if (!address.ok) throw problem(address.problem.kind, address.problem.message);
  const { origin, basePath } = address.value;
  const headers = headersWith(options.header);
  const redact = redactor(options.header?.value);
  let own: Promise<Dispatcher> | undefined;
  const dispatcher = (): Dispatcher | Promise<Dispatcher> => {
    const given = options.dispatcher;
    return typeof given === 'function' ? given(origin, timeoutMs()) : (given ?? (own ??= directAgent(timeoutMs())));
  };

  async function toExchange(received: Received, capBytes: number): Promise<Exchange> {
    const header = (name: string) => first(received.headers[name]);
    const { body, bodyState } = await readBody(received.bytes, header('content-encoding'), received.ended, capBytes);
    const location = header('location');
    return {
      kind: 'answer',
      status: received.status,
      contentType: header('content-type'),
      retryAfterMs: readRetryAfter(header('retry-after'), header('date'), now()),
      location: location === null ? null : redact(location),
      body: redact(body),
      bodyState,
    };
  }

  return {
    async call(sendable, signal, patienceMs = Infinity) {
      const capBytes = caps[sendable.answers];
      const { method, body } = sendable;
      const received = await receive(
        await dispatcher(),
        {
          origin,
          path: basePath + sendable.path,
          method,
          headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
          body,
        },
        { timeoutMs: Math.min(timeoutMs(), patienceMs), capBytes, timer, signal },
      );
      return received.kind === 'received' ? toExchange(received, capBytes) : received;
    },
    async close() {
      await (await own)?.destroy();
    },
  };
}

const first = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

function headersWith(header: ClientOptions['header']): Record<string, string> {
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' };
  if (!header) return headers;
  const reason = headerNameFault(header.name) ?? headerValueFault(header.value);
  if (reason) {
    const name = reason === 'header-value' ? 'secret' : 'headerName';
    throw problem('bad-setting', headerAdvice[reason], { name, reason });
  }
  return { ...headers, [header.name]: header.value };
}
