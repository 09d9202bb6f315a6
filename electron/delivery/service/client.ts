import { problem } from '../../../shared/contract/problem.ts';
import { headerAdvice, headerNameFault, headerValueFault } from '../../../shared/settings/settings.ts';
import type { Timer } from '../../platform/timer.ts';
import { checkAddress } from './check-address.ts';
import { directAgent } from './direct-agent.ts';
import type { HttpAnswer, Exchange } from './exchange.ts';
import type { ProxyRouter } from './proxy-router.ts';
import { receive, type Received } from './receive.ts';
import type { SerializedRequest } from './request.ts';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';

// A shorter value is hardly a secret, and would match harmless text.
const minSecretLength = 8;

/**
 * Removes a secret from what the service returned: an error page that quotes the request must not reach a log or a
 * screen. Matches it verbatim, as escaped by JSON, URLs, hex and base64, and inside longer base64 text.
 */
export function redactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined) return (text) => text;
  const token = secret.trim().split(/\s+/).at(-1) ?? '';
  const forms = [secret.trim(), token].filter((form) => form.length >= minSecretLength).flatMap(encodedForms);
  // Longest first, so that no fragment of a longer form remains.
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((redacted, form) => redacted.replaceAll(form, '[secret]'), text);
}

function encodedForms(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64Within(secret, offset)),
  ];
}

/**
 * The base64 of a text that begins `offset` bytes after a multiple of three: only the characters it fully determines.
 */
function base64Within(secret: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const start = offset === 0 ? 0 : offset + 1;
  const end = Math.floor((bytes.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(start, end));
}

const dayMs = 86_400_000;

/**
 * The wait requested by a Retry-After header (ms), from seconds or an HTTP date; null if unreadable. A date is measured
 * from the answer's own Date header, so that a wrong clock at the desk does not matter. At most a day.
 */
export function readRetryAfter(retryAfter: string | null, date: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, dayMs);
  const until = readHttpDate(text);
  if (until === null) return null;
  const answeredAt = date === null ? null : readHttpDate(date.trim());
  return Math.min(Math.max(0, until - (answeredAt ?? now)), dayMs);
}

function readHttpDate(text: string): number | null {
  const time = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}

type Body = Pick<HttpAnswer, 'body' | 'bodyState'>;
type Unpack = (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackers: Record<string, Unpack> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Both zlib and raw deflate are sent under this name; the lower half of a zlib header's first byte is 8.
  deflate: (data, options) => promisify((data[0] ?? 0) % 16 === 8 ? inflate : inflateRaw)(data, options),
};

/**
 * Decodes received bytes to text: decompressed with a cap of `capBytes`, then read as UTF-8. `receivedState`: whether
 * the bytes are complete; a truncated body is decoded as far as possible.
 */
export async function readBody(
  bytes: Buffer,
  encoding: string | null,
  receivedState: 'complete' | 'cut' | 'too-big',
  capBytes: number,
): Promise<Body> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return decode(bytes, receivedState);
  if (receivedState !== 'complete') return { body: '', bodyState: receivedState };
  const unpack = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!unpack) return { body: '', bodyState: 'garbled' };
  if (bytes.length === 0) return { body: '', bodyState: 'complete' };
  try {
    return decode(await unpack(bytes, { maxOutputLength: capBytes }), 'complete');
  } catch (error) {
    return { body: '', bodyState: stateOfError(error) };
  }
}

function decode(bytes: Buffer, receivedState: Body['bodyState']): Body {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bodyState: receivedState };
  } catch {
    const body = new TextDecoder('utf-8').decode(bytes);
    return { body, bodyState: receivedState === 'complete' ? 'garbled' : receivedState };
  }
}

function stateOfError(error: unknown): Body['bodyState'] {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-big';
  return code === 'Z_BUF_ERROR' ? 'cut' : 'garbled';
}

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
   * `maxWaitMs`: maximum wait for the answer, if shorter than `timeoutMs`.
   */
  call(sendable: SerializedRequest, signal?: AbortSignal, maxWaitMs?: number): Promise<Exchange>;
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
  const headers = createHeaders(options.header);
  const redact = redactor(options.header?.value);
  let ownDispatcher: Promise<Dispatcher> | undefined;
  const dispatcher = (): Dispatcher | Promise<Dispatcher> => {
    const configured = options.dispatcher;
    return typeof configured === 'function'
      ? configured(origin, timeoutMs())
      : (configured ?? (ownDispatcher ??= directAgent(timeoutMs())));
  };

  async function toExchange(received: Received, capBytes: number): Promise<Exchange> {
    const readHeader = (name: string) => firstValue(received.headers[name]);
    const { body, bodyState } = await readBody(
      received.bytes,
      readHeader('content-encoding'),
      received.bodyState,
      capBytes,
    );
    const location = readHeader('location');
    return {
      kind: 'answer',
      status: received.status,
      contentType: readHeader('content-type'),
      retryAfterMs: readRetryAfter(readHeader('retry-after'), readHeader('date'), now()),
      location: location === null ? null : redact(location),
      body: redact(body),
      bodyState,
    };
  }

  return {
    async call(sendable, signal, maxWaitMs = Infinity) {
      const capBytes = caps[sendable.answerSize];
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
        { timeoutMs: Math.min(timeoutMs(), maxWaitMs), capBytes, timer, signal },
      );
      return received.kind === 'received' ? toExchange(received, capBytes) : received;
    },
    async close() {
      await (await ownDispatcher)?.destroy();
    },
  };
}

const firstValue = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

function createHeaders(header: ClientOptions['header']): Record<string, string> {
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' };
  if (!header) return headers;
  const reason = headerNameFault(header.name) ?? headerValueFault(header.value);
  if (reason) {
    const name = reason === 'header-value' ? 'secret' : 'headerName';
    throw problem('bad-setting', headerAdvice[reason], { name, reason });
  }
  return { ...headers, [header.name]: header.value };
}
