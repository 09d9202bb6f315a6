import type { Input } from '../../../../shared/contract/desk-contract.ts';
import { ask } from '../../ask.ts';
import { expect } from '../../desk-test.ts';
import { labelOrder } from '../../label-order.ts';
import { entryOf, patient } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

export const set = (page: Page, values: Record<string, unknown>) => ask(page, 'settings.set', { values });

/** Saves a label order, which waits an hour outside `atOnce`; `more` replaces parts of the input. */
export const capture = (page: Page, key: string, more: Partial<Input<'entry.enqueue'>> = {}) =>
  ask(page, 'entry.enqueue', { commandId: randomUUID(), operator: 'Mia', request: labelOrder(key), ...more });

/** Sends the orders that `act` saves at once; later ones are held for an hour. */
async function atOnce(page: Page, act: () => Promise<void>): Promise<void> {
  await set(page, { holdSeconds: 0, graceSeconds: 0, readFirstSeconds: 1, alwaysAsk: true });
  await act();
  await set(page, { holdSeconds: 3600 });
}

/** Saves orders that the service completes, so that each has a tracking number. */
export const made = (page: Page, ...keys: string[]) => madeAs(page, keys);

/** Saves such an order whose label has neither city nor street. */
export const madeBare = (page: Page, key: string) => {
  const { endpoint, body } = labelOrder(key);
  const { City: _city, Street1: _street, Postcode: _postcode, ...ShipToAddress } = body.Package.ShipToAddress;
  return madeAs(page, [key], { endpoint, body: { ...body, Package: { ...body.Package, ShipToAddress } } });
};

const madeAs = (page: Page, keys: readonly string[], request?: Input<'entry.enqueue'>['request']) =>
  atOnce(page, async () => {
    for (const key of keys) await capture(page, key, request && { request });
    const states = () => Promise.all(keys.map(async (key) => (await entryOf(page, key)).state));
    await expect.poll(states, patient).toEqual(keys.map(() => 'done'));
  });

/** Saves an order of each outcome: GOOD-1 is done, BAD-1 is refused, and LOST-1 has a pending question. */
export const troubled = (page: Page) =>
  atOnce(page, async () => {
    for (const key of ['GOOD-1', 'BAD-1', 'LOST-1']) await capture(page, key);
    await expect
      .poll(async () => {
        const { byState, asking } = await ask(page, 'entries.counts', {});
        return [byState.done, byState.refused, asking];
      }, patient)
      .toEqual([1, 1, 1]);
  });
