import { describe, expect, it } from 'vitest';
import { fileFetcher } from '../../electron/service/fetch-in-turn.ts';
import type { Fetched } from '../../electron/service/fetch-file.ts';

const file: Fetched = { bytes: new Uint8Array([1]) };
const silence: Fetched = { refused: 'not-fetched', said: 'The service did not answer in time.', isSilent: true };
const label = (host: string, at = 0): URL => new URL(`https://${host}/${at}.pdf`);

/** A network that answers when the test says so. */
function network() {
  const asked: { url: URL; answer: (with_: Fetched) => void }[] = [];
  let now = 0;
  const fetcher = fileFetcher({
    fetch: (url) => new Promise((answer) => void asked.push({ url, answer })),
    monotonic: () => now,
  });
  return { fetcher, asked, pass: (ms: number) => void (now += ms) };
}

describe('own labels at addresses', () => {
  it('are asked for side by side, six at once, and the next as soon as one has come', async () => {
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

  it('of a host that did not answer fail at once for a minute, and those of another host do not', async () => {
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

  it('that an answer of status 404 refuses are asked for again: the host is there', async () => {
    const { fetcher, asked } = network();
    const first = fetcher.get(label('carrier.example'), false);
    asked[0]?.answer({ refused: 'not-fetched', said: 'status 404' });
    await first;
    void fetcher.get(label('carrier.example', 2), false);
    expect(asked).toHaveLength(2);
  });

  it('that were fetched ahead are there when they are asked for, once: an address may give another label tomorrow', async () => {
    const { fetcher, asked } = network();
    fetcher.ahead(label('carrier.example'), false);
    fetcher.ahead(label('carrier.example'), false);
    asked[0]?.answer(file);
    expect(await fetcher.get(label('carrier.example'), false)).toEqual(file);
    expect(asked).toHaveLength(1);
    void fetcher.get(label('carrier.example'), false);
    expect(asked).toHaveLength(2);
  });

  it('wait for none of another host, however many of that one are asked for', async () => {
    const { fetcher, asked } = network();
    for (let at = 0; at < 9; at += 1) fetcher.ahead(label('dead.example', at), false);
    const other = fetcher.get(label('carrier.example'), false);
    await Promise.resolve();
    expect(asked).toHaveLength(7);
    asked[6]?.answer(file);
    expect(await other).toEqual(file);
  });

  it('with others’ labels behind them wait once for a host that is silent: it is asked again beside them, and heard once it answers', async () => {
    const { fetcher, asked, pass } = network();
    const first = fetcher.getSoon(label('dead.example'), false);
    asked[0]?.answer(silence);
    expect(await first).toEqual(silence);
    for (const minutes of [1, 2]) {
      pass(60_000);
      // none of them is waited for, and one is asked
      for (let at = 0; at < 3; at += 1)
        expect(await fetcher.getSoon(label('dead.example', at), false)).toEqual(silence);
      expect(asked).toHaveLength(1 + minutes);
      asked[minutes]?.answer(minutes === 1 ? silence : file);
      await new Promise((resolve) => void setImmediate(resolve));
    }
    // what came meanwhile is there, and another is waited for
    expect(await fetcher.getSoon(label('dead.example', 0), false)).toEqual(file);
    expect(asked).toHaveLength(3);
    const next = fetcher.getSoon(label('dead.example', 1), false);
    expect(asked).toHaveLength(4);
    asked[3]?.answer(file);
    expect(await next).toEqual(file);
  });
});
