import { isPrivateAddress, isPrivateHost } from '../../platform/private-address.ts';
import type { Timer } from '../../platform/timer.ts';
import { ownTimeouts } from './direct-agent.ts';
import { noAnswer } from './exchange.ts';
import { receive } from './receive.ts';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';

export interface FetchLimits {
  /** total timeout, connecting included (ms) */
  timeoutMs: number;
  /** maximum number of bytes read */
  capBytes: number;
  /** also allows addresses of this machine and of the local network */
  allowPrivate: boolean;
  timer: Timer;
  /** trusted certificates (PEM); default: the runtime's */
  ca?: string[];
}

export type FetchResult =
  | { bytes: Uint8Array }
  | { refused: 'private-address' | 'too-large' }
  // `isSilent`: the host did not answer, so its other files need not be requested at once
  | { refused: 'not-fetched'; said: string; isSilent?: boolean };

/** Error code that identifies a connection refused by this module. */
const privateAddressCode = 'EPRIVATE';

/**
 * Fetches one file from an https address supplied by others: no credentials, no redirects, and nothing from this
 * machine or the local network unless allowed. Resolves the name once and connects to exactly that address. Never
 * throws.
 */
export async function fetchFile(url: URL, limits: FetchLimits): Promise<FetchResult> {
  const { timeoutMs, capBytes, allowPrivate, timer, ca } = limits;
  if (!allowPrivate && isPrivateHost(url)) return { refused: privateAddressRefusal };
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  const agent = new Agent({
    ...ownTimeouts,
    connect: { timeout: timeoutMs, ...(ca && { ca }), ...(!allowPrivate && { lookup: lookUpPublic }) },
  });
  try {
    const received = await receive(
      agent,
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { accept: 'application/pdf, image/png, text/plain;q=0.5, */*;q=0.1', 'accept-encoding': 'identity' },
        body: null,
      },
      { timeoutMs, capBytes, timer, signal: undefined },
    );
    if (received.kind === 'no-answer')
      return received.code === privateAddressCode
        ? { refused: privateAddressRefusal }
        : { refused: 'not-fetched', said: received.message, isSilent: true };
    if (received.status !== 200) return { refused: 'not-fetched', said: `status ${received.status}` };
    if (received.bodyState === 'too-big') return { refused: 'too-large' };
    const encoding = received.headers['content-encoding'];
    if (received.bodyState === 'cut') return { refused: 'not-fetched', said: noAnswer('maybe', 'broken').message };
    if (encoding !== undefined && encoding !== 'identity')
      return { refused: 'not-fetched', said: `${String(encoding)}` };
    return { bytes: received.bytes };
  } finally {
    await agent.destroy();
  }
}

const privateAddressRefusal = 'private-address';

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** DNS lookup for connections that rejects a name resolving to a private address. */
function lookUpPublic(host: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(Object.assign(new Error('a private address'), { code: privateAddressCode }), '');
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
}
