import { LookupList } from '../../renderer/lookups/lookup-list.svelte.ts';
import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { expect, it } from 'vitest';

interface Row extends Freshness {
  id: string;
}
const row = (id: string): Row => ({ id, at: 1, fresh: true, why: null });

/** A list whose service answers when the test lets it. */
function listed() {
  const open: ((answer: Result<Row[]>) => void)[] = [];
  const list = new LookupList<Row>({
    about: 'tracked',
    maxLength: 10,
    load: (ids, mode) =>
      mode === 'fresh'
        ? new Promise((answer) => open.push(answer))
        : Promise.resolve({ ok: true, value: ids.map(row) }),
    idOf: ({ id }) => id,
  });
  return { list, open };
}

it('an item removed while the service is asked about it is no longer pending, and its answer does not bring it back', async () => {
  const { list, open } = listed();
  const asking = list.askAbout(['A', 'B']);
  expect([...list.pendingIds]).toEqual(['A', 'B']);
  list.remove(['A']);
  expect([...list.pendingIds]).toEqual(['B']);
  open[0]?.({ ok: true, value: [row('A'), row('B')] });
  await asking;
  expect(list.pendingIds.size).toBe(0);
  expect(list.ids).toEqual(['B']);
});

it('a cleared list shows no problem when its pending request fails', async () => {
  const { list, open } = listed();
  const asking = list.askAbout(['A']);
  list.remove(['A']);
  open[0]?.({ ok: false, problem: { kind: 'offline', message: 'no line' } });
  await asking;
  expect(list.problem).toBe(null);
  const again = list.askAbout(['A']);
  open[1]?.({ ok: false, problem: { kind: 'offline', message: 'no line' } });
  await again;
  expect(list.problem).toMatchObject({ kind: 'offline' });
});
