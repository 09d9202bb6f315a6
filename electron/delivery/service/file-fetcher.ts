import type { FetchResult } from './fetch-file.ts';

export interface FetcherHost {
  fetch: (url: URL, allowPrivate: boolean) => Promise<FetchResult>;
  /** monotonic time (ms) */
  monotonic: () => number;
}

/** Concurrent requests per host; more would burden a carrier's server. Hosts do not wait for each other. */
const maxPerHost = 6;
/**
 * A host that did not answer is not contacted again for this long (ms): a batch with a hundred of its labels must not
 * wait a hundred times.
 */
const restMs = 60_000;
/** Maximum number of files prefetched. */
const maxAhead = 16;

interface Host {
  busy: number;
  waiting: (() => void)[];
  /** set if it did not answer the last request */
  silent: { until: number; said: FetchResult } | null;
}

/**
 * Fetches files from addresses supplied by others: a few per host at a time, prefetching those needed soon, and none
 * from a silent host.
 */
export function fileFetcher({ fetch, monotonic }: FetcherHost) {
  const hosts = new Map<string, Host>();
  const ahead = new Map<string, Promise<FetchResult>>();

  function hostOf(url: URL): Host {
    const found = hosts.get(url.host) ?? { busy: 0, waiting: [], silent: null };
    hosts.set(url.host, found);
    return found;
  }
  async function inTurn(url: URL, allowPrivate: boolean): Promise<FetchResult> {
    const host = hostOf(url);
    if (host.busy >= maxPerHost) await new Promise<void>((resolve) => void host.waiting.push(resolve));
    else host.busy += 1;
    try {
      if (host.silent && monotonic() < host.silent.until) return host.silent.said;
      const got = await fetch(url, allowPrivate);
      const isSilent = 'refused' in got && got.refused === 'not-fetched' && got.isSilent === true;
      host.silent = isSilent ? { until: monotonic() + restMs, said: got } : null;
      return got;
    } finally {
      // The slot passes directly to the next request.
      const next = host.waiting.shift();
      if (next) next();
      else host.busy -= 1;
    }
  }
  const nameOf = (url: URL, allowPrivate: boolean): string => `${allowPrivate ? 1 : 0} ${url.href}`;
  function prefetch(url: URL, allowPrivate: boolean): void {
    const name = nameOf(url, allowPrivate);
    if (ahead.has(name)) return;
    const [oldest] = ahead.keys();
    // Dropped, because nothing requested it after all.
    if (oldest !== undefined && ahead.size >= maxAhead) ahead.delete(oldest);
    const file = inTurn(url, allowPrivate);
    ahead.set(name, file);
    // A silent host yields no file: the next caller tries the host again.
    const settled = (): void => {
      if (hostOf(url).silent && ahead.get(name) === file) ahead.delete(name);
    };
    file.then(settled, settled);
  }
  function get(url: URL, allowPrivate: boolean): Promise<FetchResult> {
    const name = nameOf(url, allowPrivate);
    const begun = ahead.get(name);
    ahead.delete(name);
    return begun ?? inTurn(url, allowPrivate);
  }

  return {
    /** Prefetches a file that will be requested soon. */
    ahead: prefetch,
    get,
    /**
     * Same as `get`, but never waits for a host that was silent last time, since other work waits behind it; retries it
     * in the background.
     */
    async getWithoutWaiting(url: URL, allowPrivate: boolean): Promise<FetchResult> {
      const { silent, busy } = hostOf(url);
      if (!silent) return get(url, allowPrivate);
      if (busy === 0 && monotonic() >= silent.until) prefetch(url, allowPrivate);
      return silent.said;
    },
  };
}
export type FileFetcher = ReturnType<typeof fileFetcher>;
