import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startRelayedPractice, type RelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { test as base } from './desk-test.ts';

/**
 * A desk that is live with a service that is never quite well: the first try of an order whose key begins with `LOST` is never
 * answered, and the first try of one that begins with `BAD` is refused for its Phone.
 */
export const test = base.extend<{ service: RelayedPractice }>({
  service: async ({ home }, use) => {
    const service = await startRelayedPractice({
      folder: join(home, 'service'),
      swallowed: (key, time) => key.startsWith('LOST') && time === 1,
      refused: (key, time) =>
        key.startsWith('BAD') && time === 1 ? 'Phone is not a number of the destination.' : undefined,
    });
    await use(service);
    await service.close();
  },
  desk: async ({ desk, service }, use) => {
    await ask(desk.page, 'desk.setService', { commandId: randomUUID(), address: service.url });
    await ask(desk.page, 'desk.switch', { commandId: randomUUID(), to: 'live' });
    await use(desk);
  },
});

export { expect } from '@playwright/test';
