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
    const got = await receive(
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
    if (got.kind === 'no-answer')
      return got.code === privateAddressCode
        ? { refused: privateAddressRefusal }
        : { refused: 'not-fetched', said: got.message, isSilent: true };
    if (got.status !== 200) return { refused: 'not-fetched', said: `status ${got.status}` };
    if (got.ended === 'too-big') return { refused: 'too-large' };
    const packed = got.headers['content-encoding'];
    if (got.ended === 'cut') return { refused: 'not-fetched', said: noAnswer('maybe', 'broken').message };
    if (packed !== undefined && packed !== 'identity') return { refused: 'not-fetched', said: `${String(packed)}` };
    return { bytes: got.bytes };
  } finally {
    await agent.destroy();
  }
}

const privateAddressRefusal = 'private-address';

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** DNS lookup for connections that rejects a name resolving to a private address. */
function lookUpPublic(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '');
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return found(Object.assign(new Error('a private address'), { code: privateAddressCode }), '');
    const [first] = addresses;
    if (options.all) found(null, addresses);
    else found(null, first?.address ?? '', first?.family);
  });
}
