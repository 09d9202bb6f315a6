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
const silentMs = 60_000;
/** Maximum number of files prefetched. */
const maxPrefetched = 16;

interface Host {
  activeRequests: number;
  waiting: (() => void)[];
  /** set if it did not answer the last request */
  silent: { until: number; result: FetchResult } | null;
}

/**
 * Fetches files from addresses supplied by others: a few per host at a time, prefetching those needed soon, and none
 * from a silent host.
 */
export function fileFetcher({ fetch, monotonic }: FetcherHost) {
  const hosts = new Map<string, Host>();
  const prefetched = new Map<string, Promise<FetchResult>>();

  function hostOf(url: URL): Host {
    const host = hosts.get(url.host) ?? { activeRequests: 0, waiting: [], silent: null };
    hosts.set(url.host, host);
    return host;
  }
  async function fetchInTurn(url: URL, allowPrivate: boolean): Promise<FetchResult> {
    const host = hostOf(url);
    if (host.activeRequests >= maxPerHost) await new Promise<void>((resolve) => void host.waiting.push(resolve));
    else host.activeRequests += 1;
    try {
      if (host.silent && monotonic() < host.silent.until) return host.silent.result;
      const result = await fetch(url, allowPrivate);
      const isSilent = 'refused' in result && result.refused === 'not-fetched' && result.isSilent === true;
      host.silent = isSilent ? { until: monotonic() + silentMs, result: result } : null;
      return result;
    } finally {
      // The slot passes directly to the next request.
      const next = host.waiting.shift();
      if (next) next();
      else host.activeRequests -= 1;
    }
  }
  const nameOf = (url: URL, allowPrivate: boolean): string => `${allowPrivate ? 1 : 0} ${url.href}`;
  function prefetchFile(url: URL, allowPrivate: boolean): void {
    const name = nameOf(url, allowPrivate);
    if (prefetched.has(name)) return;
    const [oldestName] = prefetched.keys();
    // The oldest is dropped, because nothing has requested it.
    if (oldestName !== undefined && prefetched.size >= maxPrefetched) prefetched.delete(oldestName);
    const file = fetchInTurn(url, allowPrivate);
    prefetched.set(name, file);
    // A silent host yields no file: the next caller tries the host again.
    const dropIfSilent = (): void => {
      if (hostOf(url).silent && prefetched.get(name) === file) prefetched.delete(name);
    };
    file.then(dropIfSilent, dropIfSilent);
  }
  function get(url: URL, allowPrivate: boolean): Promise<FetchResult> {
    const name = nameOf(url, allowPrivate);
    const pending = prefetched.get(name);
    prefetched.delete(name);
    return pending ?? fetchInTurn(url, allowPrivate);
  }

  return {
    /** Prefetches a file that will be requested soon. */
    prefetch: prefetchFile,
    get,
    /**
     * Same as `get`, but never waits for a host that was silent last time, since other work waits behind it; retries it
     * in the background.
     */
    async getWithoutWaiting(url: URL, allowPrivate: boolean): Promise<FetchResult> {
      const { silent, activeRequests: busy } = hostOf(url);
      if (!silent) return get(url, allowPrivate);
      if (busy === 0 && monotonic() >= silent.until) prefetchFile(url, allowPrivate);
      return silent.result;
    },
  };
}
export type FileFetcher = ReturnType<typeof fileFetcher>;
