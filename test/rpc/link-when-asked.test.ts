import { describe, expect, it } from 'vitest';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { KeptLink } from '../../electron/rpc/kept-link.ts';
import { linkWhenAsked } from '../../electron/rpc/link-when-asked.ts';

/** A worker that counts how often it began and ended, and says what a test has it say. */
function countedWorker() {
  const heard: { events: ((event: NumberedEvent) => void)[]; turns: ((trouble: Problem | null) => void)[] } = {
    events: [],
    turns: [],
  };
  const worker = {
    began: 0,
    ended: 0,
    trouble: null as Problem | null,
    heard,
    /** so many begins fail first */
    fails: 0,
    link: linkWhenAsked((): Promise<KeptLink> => {
      worker.began += 1;
      if (worker.began <= worker.fails) return Promise.reject(new Error('no thread left'));
      return Promise.resolve({
        call: (name, input) => Promise.resolve({ ok: true, value: [name, input] }),
        onEvent: (listener) => void heard.events.push(listener),
        trouble: () => worker.trouble,
        onTurn: (listener) => void heard.turns.push(listener),
        renew: () => Promise.resolve(),
        close: () => Promise.resolve(void (worker.ended += 1)),
      });
    }),
  };
  return worker;
}

describe('a worker that is begun when it is asked', () => {
  it('is not begun before, and nothing is wrong with it meanwhile', async () => {
    const worker = countedWorker();
    worker.link.onEvent(() => undefined);
    expect(worker.link.trouble()).toBe(null);
    await worker.link.renew();
    await worker.link.close();
    expect([worker.began, worker.ended]).toEqual([0, 0]);
  });

  it('is begun once, however many ask at the same time, and answers each', async () => {
    const worker = countedWorker();
    const asked = await Promise.all([1, 2, 3].map((n) => worker.link.call('entries.page', n)));
    expect(asked).toEqual([1, 2, 3].map((n) => ({ ok: true, value: ['entries.page', n] })));
    expect(await worker.link.call('entries.page', 4)).toEqual({ ok: true, value: ['entries.page', 4] });
    expect(worker.began).toBe(1);
    expect(worker.heard.events).toEqual([]);
  });

  it('is heard by who listened before and by who listens after, and tells its trouble', async () => {
    const worker = countedWorker();
    const told: string[] = [];
    worker.link.onEvent(() => told.push('before'));
    worker.link.onTurn(() => told.push('turn'));
    await worker.link.call('entries.page', {});
    worker.link.onEvent(() => told.push('after'));
    for (const hear of worker.heard.events) hear({ n: 1, event: { kind: 'entries' } } as unknown as NumberedEvent);
    for (const hear of worker.heard.turns) hear(null);
    expect(told).toEqual(['before', 'after', 'turn']);
    worker.trouble = { kind: 'disk', message: 'full' };
    expect(worker.link.trouble()).toBe(worker.trouble);
    expect(worker.began).toBe(1);
  });

  it('ends with its owner, also while it begins, and does not begin any more', async () => {
    const worker = countedWorker();
    const asked = worker.link.call('entries.page', {});
    await worker.link.close();
    await asked;
    expect([worker.began, worker.ended]).toEqual([1, 1]);
    const closed = countedWorker();
    await closed.link.close();
    expect(await closed.link.call('entries.page', {})).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(closed.began).toBe(0);
  });

  it('is tried anew by who asks next where it could not begin, and closed all the same', async () => {
    const worker = countedWorker();
    worker.fails = 2;
    for (let time = 0; time < 2; time += 1)
      expect(await worker.link.call('entries.page', {})).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    await worker.link.renew();
    expect(await worker.link.call('entries.page', 3)).toEqual({ ok: true, value: ['entries.page', 3] });
    await worker.link.close();
    expect([worker.began, worker.ended]).toEqual([3, 1]);
    const never = countedWorker();
    never.fails = 1;
    const asked = never.link.call('entries.page', {});
    await never.link.close();
    expect(await asked).toMatchObject({ ok: false });
  });
});
