import type { FetchResult } from '../../electron/delivery/service/fetch-file.ts';
import { fileFetcher } from '../../electron/delivery/service/file-fetcher.ts';
import { describe, expect, it } from 'vitest';

const file: FetchResult = { bytes: new Uint8Array([1]) };
const silence: FetchResult = { refused: 'not-fetched', said: 'The service did not answer in time.', isSilent: true };
const label = (host: string, at = 0): URL => new URL(`https://${host}/${at}.pdf`);

/** A network that answers when the test says so. */
function network() {
  const asked: { url: URL; answer: (with_: FetchResult) => void }[] = [];
  let now = 0;
  const fetcher = fileFetcher({
    fetch: (url) => new Promise((answer) => void asked.push({ url, answer })),
    monotonic: () => now,
  });
  return { fetcher, asked, pass: (ms: number) => void (now += ms) };
}

describe('own labels at addresses', () => {
  it('are fetched in parallel, six at once, and the next as soon as one arrives', async () => {
    const { fetcher, asked } = network();
    const all = Array.from({ length: 9 }, (_, at) => fetcher.get(label('carrier.example', at), false));
    await Promise.resolve();
    expect(asked).toHaveLength(6);
    asked[3]?.answer(file);
    expect(await all[3]).toEqual(file);
    expect(asked).toHaveLength(7);
    for (let at = 0; at < 9; at += 1) {
      asked[at]?.answer(file);
      await all[at === 3 ? 3 : 0];
      await new Promise((resolve) => void setImmediate(resolve));
    }
    expect(await Promise.all(all)).toHaveLength(9);
  });

  it('of a host that did not answer fail at once for a minute, and those of other hosts do not', async () => {
    const { fetcher, asked, pass } = network();
    const first = fetcher.get(label('dead.example'), false);
    asked[0]?.answer(silence);
    expect(await first).toEqual(silence);
    expect(await fetcher.get(label('dead.example', 2), false)).toEqual(silence);
    expect(asked).toHaveLength(1);
    void fetcher.get(label('carrier.example'), false);
    expect(asked).toHaveLength(2);
    pass(60_000);
    void fetcher.get(label('dead.example', 3), false);
    expect(asked).toHaveLength(3);
  });

  it('that a host answers with 404 are requested again, since the host answers', async () => {
    const { fetcher, asked } = network();
    const first = fetcher.get(label('carrier.example'), false);
    asked[0]?.answer({ refused: 'not-fetched', said: 'status 404' });
    await first;
    void fetcher.get(label('carrier.example', 2), false);
    expect(asked).toHaveLength(2);
  });

  it('that were fetched ahead are used once, since an address may return another label later', async () => {
    const { fetcher, asked } = network();
    fetcher.prefetch(label('carrier.example'), false);
    fetcher.prefetch(label('carrier.example'), false);
    asked[0]?.answer(file);
    expect(await fetcher.get(label('carrier.example'), false)).toEqual(file);
    expect(asked).toHaveLength(1);
    void fetcher.get(label('carrier.example'), false);
    expect(asked).toHaveLength(2);
  });

  it('do not wait for another host, however many labels of that one are requested', async () => {
    const { fetcher, asked } = network();
    for (let at = 0; at < 9; at += 1) fetcher.prefetch(label('dead.example', at), false);
    const other = fetcher.get(label('carrier.example'), false);
    await Promise.resolve();
    expect(asked).toHaveLength(7);
    asked[6]?.answer(file);
    expect(await other).toEqual(file);
  });

  it('fetched with `getSoon` wait once for a silent host, which is then retried in the background until it answers', async () => {
    const { fetcher, asked, pass } = network();
    const first = fetcher.getWithoutWaiting(label('dead.example'), false);
    asked[0]?.answer(silence);
    expect(await first).toEqual(silence);
    for (const minutes of [1, 2]) {
      pass(60_000);
      // None of them waits, and one is requested.
      for (let at = 0; at < 3; at += 1)
        expect(await fetcher.getWithoutWaiting(label('dead.example', at), false)).toEqual(silence);
      expect(asked).toHaveLength(1 + minutes);
      asked[minutes]?.answer(minutes === 1 ? silence : file);
      await new Promise((resolve) => void setImmediate(resolve));
    }
    // The label fetched meanwhile is returned, and another is awaited.
    expect(await fetcher.getWithoutWaiting(label('dead.example', 0), false)).toEqual(file);
    expect(asked).toHaveLength(3);
    const next = fetcher.getWithoutWaiting(label('dead.example', 1), false);
    expect(asked).toHaveLength(4);
    asked[3]?.answer(file);
    expect(await next).toEqual(file);
  });
});
