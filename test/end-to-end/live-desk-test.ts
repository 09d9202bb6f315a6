import { startRelayedPractice, type RelayedPractice } from '../support/relayed-practice.ts';
import { test as base } from './desk-test.ts';
import { goLive } from './go-live.ts';
import { join } from 'node:path';

/**
 * A live desk with a faulty service: the first attempt of an order whose key begins with `LOST` is never answered, and
 * the first attempt of one whose key begins with `BAD` is refused for its Phone.
 */
export const test = base.extend<{ service: RelayedPractice }>({
  service: async ({ home }, use) => {
    const service = await startRelayedPractice({
      folder: join(home, 'service'),
      isSwallowed: (key, time) => key.startsWith('LOST') && time === 1,
      refusalFor: (key, time) =>
        key.startsWith('BAD') && time === 1 ? 'Phone is not a number of the destination.' : undefined,
    });
    await use(service);
    await service.close();
  },
  desk: async ({ desk, service }, use) => {
    await goLive(desk.page, service.url);
    await use(desk);
  },
});

export { expect } from '@playwright/test';
