import type { Fetched } from './fetch-file.ts';

export interface FetcherHost {
  fetch: (url: URL, allowPrivate: boolean) => Promise<Fetched>;
  /** ms, never set back */
  monotonic: () => number;
}

/** Asked at once; more would be a burden to a carrier's server. */
const atOnce = 6;
/** A host that did not answer is not asked again so soon (ms): a batch with a hundred labels of it does not wait a hundred times. */
const restMs = 60_000;
/** Fetched before they are asked for, at most. */
const maxAhead = 16;

/** Fetches files from addresses that others wrote down: some at once, those soon to be asked for beforehand, and none from a host that does not answer. */
export function fileFetcher({ fetch, monotonic }: FetcherHost) {
  const silent = new Map<string, { until: number; said: Fetched }>();
  const ahead = new Map<string, Promise<Fetched>>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn(url: URL, allowPrivate: boolean): Promise<Fetched> {
    if (busy >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
    else busy += 1;
    try {
      const before = silent.get(url.host);
      if (before && monotonic() < before.until) return before.said;
      const got = await fetch(url, allowPrivate);
      if ('refused' in got && got.refused === 'not-fetched' && got.isSilent)
        silent.set(url.host, { until: monotonic() + restMs, said: got });
      else silent.delete(url.host);
      return got;
    } finally {
      // its place goes to the next as it is
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }
  const nameOf = (url: URL, allowPrivate: boolean): string => `${allowPrivate ? 1 : 0} ${url.href}`;

  return {
    /** It will be asked for soon. */
    ahead(url: URL, allowPrivate: boolean): void {
      const name = nameOf(url, allowPrivate);
      if (ahead.has(name)) return;
      const [oldest] = ahead.keys();
      // nobody asked for it after all
      if (oldest !== undefined && ahead.size >= maxAhead) ahead.delete(oldest);
      ahead.set(name, inTurn(url, allowPrivate));
    },
    get(url: URL, allowPrivate: boolean): Promise<Fetched> {
      const name = nameOf(url, allowPrivate);
      const begun = ahead.get(name);
      ahead.delete(name);
      return begun ?? inTurn(url, allowPrivate);
    },
  };
}
export type FileFetcher = ReturnType<typeof fileFetcher>;
