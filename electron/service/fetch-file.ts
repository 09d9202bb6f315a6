import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { noAnswer } from './no-answer.ts';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';
import { receive } from './receive.ts';
import { ownTimes } from './straight.ts';
import type { Timer } from './timer.ts';

export interface FetchLimits {
  /** for all of it, connecting included (ms) */
  timeoutMs: number;
  /** more is not read */
  capBytes: number;
  /** addresses of this machine and of the network around it, too */
  allowPrivate: boolean;
  timer: Timer;
  /** who is trusted, in PEM; left out: the runtime's */
  ca?: string[];
}

export type Fetched =
  | { bytes: Uint8Array }
  | { refused: 'private-address' | 'too-large' }
  // `isSilent`: nothing was heard from there, so another file of the same host need not be asked for at once
  | { refused: 'not-fetched'; said: string; isSilent?: boolean };

/** Its own code, by which a connection that was refused here is known. */
const isPrivate = 'EPRIVATE';

/**
 * One file from an https address that somebody else wrote down: without credentials, following nothing, and never from this machine or the
 * network around it unless that is allowed. What a name leads to is looked at once, and just that is connected to. Never throws.
 */
export async function fetchFile(url: URL, limits: FetchLimits): Promise<Fetched> {
  const { timeoutMs, capBytes, allowPrivate, timer, ca } = limits;
  if (!allowPrivate && isPrivateHost(url)) return { refused: isPrivateReason };
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  const agent = new Agent({
    ...ownTimes,
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
      return got.code === isPrivate
        ? { refused: isPrivateReason }
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

const isPrivateReason = 'private-address';

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** As connections look names up; a name that leads to an address of its own network leads nowhere. */
function lookUpPublic(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '');
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return found(Object.assign(new Error('a private address'), { code: isPrivate }), '');
    const [first] = addresses;
    if (options.all) found(null, addresses);
    else found(null, first?.address ?? '', first?.family);
  });
}
