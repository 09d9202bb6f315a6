import { describe, expect, it } from 'vitest';
import { openFaultyDesk } from './desk.ts';
import type { Fault } from './service/faults.ts';

/**
 * Every order suffers it once, and every question about it; one order of each kind is spared, since a status that never knew one
 * proves nothing by not knowing another.
 */
const once = (fault: Fault) => ({ fault, timesEach: 1, keys: '^(?!.*-(D2|L8)$)' });

describe('a connection that is cut', () => {
  it('before a request arrives: it is sent again, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'request-lost' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('before the answer: what a status can tell is asked for and not sent again, the rest says that it was not changed', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'answer-lost' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    const accounts = await desk.service.accounts();
    const sentAgain = accounts.filter(({ arrivals }) => arrivals > 1).map(({ endpoint }) => endpoint);
    expect(sentAgain).not.toContain(1);
    expect(sentAgain).not.toContain(2);
    expect(new Set(sentAgain)).toEqual(new Set([4, 6, 7, 8, 9, 10, 15]));
  });

  it('in the middle of the answer: half an answer is believed in nothing, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'answer-cut' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('behind every answer: the answers count, nothing is sent twice', async () => {
    const desk = await openFaultyDesk({ rules: [{ fault: { kind: 'cut-after-answer' } }] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    const sent = (await desk.service.accounts()).map(({ arrivals }) => arrivals);
    expect(sent).toEqual(sent.map(() => 1));
  });

  it('while the service goes on with it: what takes effect late within the grace period takes effect once', async () => {
    const desk = await openFaultyDesk({
      rules: [{ ...once({ kind: 'late', ms: 300, upToMs: 2500 }), to: 'creates' }],
    });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('after long silence: the wait ends, and what took effect is found', async () => {
    const desk = await openFaultyDesk({
      rules: [{ ...once({ kind: 'silence', takes: true }), to: 'creates' }],
    });
    expect((await desk.deliver({ set: { requestTimeoutSeconds: 0.5 } })).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('where a lost declaration is never sent again without a person, nothing takes effect twice', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'answer-lost' })] });
    expect((await desk.deliver({ set: { alwaysAsk: true } })).code).toBe(2);
    const accounts = await desk.service.accounts();
    expect(accounts.filter(({ effects }) => effects.length !== 1)).toEqual([]);
    const asking = (await desk.rows()).filter(({ state }) => state === 'unsure');
    expect(asking.map(({ endpoint, asks }) => [endpoint, asks])).toEqual([
      [7, 'may-be-there'],
      [7, 'may-be-there'],
    ]);
  });
});
