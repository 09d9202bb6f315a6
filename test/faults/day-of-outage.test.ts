import { openFaultyDesk } from './desk.ts';
import { mixedOrders } from './orders.ts';
import type { Account } from './service/ledger.ts';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const count = 3000;
/** Two refusals in every fifth round of twenty: a label order, on which a declaration depends, and a box order. */
const refused = { rounds: count / 20 / 5, keys: '^O\\d*[05]-(L1|B2)$' };

describe('a day of outage at a busy desk', { timeout: 600_000 }, () => {
  it(`drains without help: ${String(count)} entries of all nine creates arrive once, each after those it depends on, and one refusal in fifty holds back only what depends on it`, async () => {
    const orders = mixedOrders(count);
    const body = '{"Message":"Postcode is not valid"}';
    const desk = await openFaultyDesk({
      orders,
      rules: [
        {
          fault: { kind: 'says', status: 400, body, takes: false },
          to: 'creates',
          endpoints: [2, 6],
          keys: refused.keys,
        },
      ],
    });
    await desk.service.down();
    const running = desk.start({ set: { readFirstSeconds: 2 } });
    // Long enough for the desk to notice that the service is down.
    await after(2000);
    await desk.service.up();
    const { code, lines } = await running.result;

    expect(code).toBe(2);
    const waiting = refused.rounds;
    expect(lines.at(-1).summary).toMatchObject({
      connection: 'online',
      asking: 0,
      byState: { done: count - 2 * refused.rounds - waiting, refused: 2 * refused.rounds, queued: waiting },
    });
    const accounts = await desk.service.accounts();
    expect(accounts.filter(({ effects }) => effects.length > 1)).toEqual([]);
    const byName = new Map(accounts.map((account) => [`${String(account.endpoint)} ${account.key}`, account]));
    const early = orders.filter(({ endpoint, key, needs }) => {
      const arrived = byName.get(`${String(endpoint)} ${key}`);
      return arrived !== undefined && needs !== null && !isBefore(byName.get(needs), arrived);
    });
    expect(early.map(({ key }) => key)).toEqual([]);
    const unsent = orders.filter(({ endpoint, key }) => !byName.has(`${String(endpoint)} ${key}`));
    expect(unsent.map(({ endpoint }) => endpoint)).toEqual(Array.from({ length: waiting }, () => 7));
  });
});

const isBefore = (needed: Account | undefined, by: Account): boolean =>
  needed !== undefined && needed.tookEffectAs !== null && needed.tookEffectAs < by.arrivedAs;
