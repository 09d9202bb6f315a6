import type { Fetched } from './fetch-file.ts';

export interface FetcherHost {
  fetch: (url: URL, allowPrivate: boolean) => Promise<Fetched>;
  /** ms, never set back */
  monotonic: () => number;
}

/** Asked of one host at once; more would be a burden to a carrier's server. Other hosts wait for none of them. */
const atOnce = 6;
/** A host that did not answer is not asked again so soon (ms): a batch with a hundred labels of it does not wait a hundred times. */
const restMs = 60_000;
/** Fetched before they are asked for, at most. */
const maxAhead = 16;

interface Host {
  busy: number;
  waiting: (() => void)[];
  /** it did not answer when it was last asked */
  silent: { until: number; said: Fetched } | null;
}

/** Fetches files from addresses that others wrote down: some of a host at once, those soon to be asked for beforehand, and none from a host that does not answer. */
export function fileFetcher({ fetch, monotonic }: FetcherHost) {
  const hosts = new Map<string, Host>();
  const ahead = new Map<string, Promise<Fetched>>();

  function hostOf(url: URL): Host {
    const found = hosts.get(url.host) ?? { busy: 0, waiting: [], silent: null };
    hosts.set(url.host, found);
    return found;
  }
  async function inTurn(url: URL, allowPrivate: boolean): Promise<Fetched> {
    const host = hostOf(url);
    if (host.busy >= atOnce) await new Promise<void>((resolve) => void host.waiting.push(resolve));
    else host.busy += 1;
    try {
      if (host.silent && monotonic() < host.silent.until) return host.silent.said;
      const got = await fetch(url, allowPrivate);
      const isSilent = 'refused' in got && got.refused === 'not-fetched' && got.isSilent === true;
      host.silent = isSilent ? { until: monotonic() + restMs, said: got } : null;
      return got;
    } finally {
      // its place goes to the next as it is
      const next = host.waiting.shift();
      if (next) next();
      else host.busy -= 1;
    }
  }
  const nameOf = (url: URL, allowPrivate: boolean): string => `${allowPrivate ? 1 : 0} ${url.href}`;
  function beginAhead(url: URL, allowPrivate: boolean): void {
    const name = nameOf(url, allowPrivate);
    if (ahead.has(name)) return;
    const [oldest] = ahead.keys();
    // nobody asked for it after all
    if (oldest !== undefined && ahead.size >= maxAhead) ahead.delete(oldest);
    const file = inTurn(url, allowPrivate);
    ahead.set(name, file);
    // a silence is no file: whoever asks for it asks its host
    const settled = (): void => {
      if (hostOf(url).silent && ahead.get(name) === file) ahead.delete(name);
    };
    file.then(settled, settled);
  }
  function get(url: URL, allowPrivate: boolean): Promise<Fetched> {
    const name = nameOf(url, allowPrivate);
    const begun = ahead.get(name);
    ahead.delete(name);
    return begun ?? inTurn(url, allowPrivate);
  }

  return {
    /** It will be asked for soon. */
    ahead: beginAhead,
    get,
    /** The same where others wait behind it: nobody waits for a host that was silent when it was last asked; it is asked again meanwhile. */
    async getSoon(url: URL, allowPrivate: boolean): Promise<Fetched> {
      const { silent, busy } = hostOf(url);
      if (!silent) return get(url, allowPrivate);
      if (busy === 0 && monotonic() >= silent.until) beginAhead(url, allowPrivate);
      return silent.said;
    },
  };
}
export type FileFetcher = ReturnType<typeof fileFetcher>;
