import { openFaultyDesk } from './desk.ts';
import type { Fault } from './service/faults.ts';
import { describe, expect, it } from 'vitest';

/**
 * The fault hits every order once, and every status check of it. One order of each kind is spared, because a status
 * endpoint that has never found an order proves nothing by not finding one.
 */
const once = (fault: Fault) => ({ fault, timesEach: 1, keys: '^(?!.*-(D2|L8)$)' });

describe('a connection that is cut', () => {
  it('before a request arrives: the request is sent again, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'request-lost' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('before the answer: drop-ship and label orders are checked instead of sent again, and only the other kinds are repeated', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'answer-lost' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    const accounts = await desk.service.accounts();
    const sentAgain = accounts.filter(({ arrivals }) => arrivals > 1).map(({ endpoint }) => endpoint);
    expect(sentAgain).not.toContain(1);
    expect(sentAgain).not.toContain(2);
    expect(new Set(sentAgain)).toEqual(new Set([4, 6, 7, 8, 9, 10, 15]));
  });

  it('in the middle of the answer: the half answer is ignored, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ rules: [once({ kind: 'answer-cut' })] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('after every answer: the answers count, and nothing is sent twice', async () => {
    const desk = await openFaultyDesk({ rules: [{ fault: { kind: 'cut-after-answer' } }] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    const sent = (await desk.service.accounts()).map(({ arrivals }) => arrivals);
    expect(sent).toEqual(sent.map(() => 1));
  });

  it('while the service still processes the request: an effect within the grace period happens once', async () => {
    const desk = await openFaultyDesk({
      rules: [{ ...once({ kind: 'late', ms: 300, upToMs: 2500 }), to: 'creates' }],
    });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('during a long silence: the wait times out, and what took effect is found', async () => {
    const desk = await openFaultyDesk({
      rules: [{ ...once({ kind: 'silence', takes: true }), to: 'creates' }],
    });
    expect((await desk.deliver({ set: { requestTimeoutSeconds: 0.5 } })).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('with "always ask": a declaration without an answer is not sent again without a person, and nothing takes effect twice', async () => {
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
