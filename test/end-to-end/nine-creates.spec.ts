import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { nineCreates } from './nine-creates.ts';
import { beginIn, typeSteps } from './type-order.ts';
import { join } from 'node:path';

// No two creates have the same goods, or the desk would fill in what it learned from the one before.
test.use({ goesOn: true });

test.describe('an order entered by keyboard alone reaches the service with every field', () => {
  test.skip(({ host }) => host === 'electron-double', 'the screens are the same; one host is enough for all fields');

  for (const { title, endpoint, open, firstField, steps, sent } of nineCreates) {
    test(title, async ({ desk }) => {
      const { page } = desk;
      await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
      const { folder } = await ask(page, 'desk.state', {});
      const creates = () => receivedCreates(join(folder, 'practice')).filter((create) => create.endpoint === endpoint);
      // By now the practice service has started and its record is complete.
      await ask(page, 'sync.status', {});
      const before = creates().length;
      await page.keyboard.press(open);
      await beginIn(page, firstField);
      await typeSteps(page, steps);
      await page.keyboard.press('Control+Enter');
      await expect(page.locator('.saved')).toBeVisible();

      const arrived = () => creates().slice(before);
      await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1);
      const [create] = arrived();
      expect(JSON.parse(create?.body ?? 'null')).toEqual(sent);
      expect(create?.query).toBe(endpoint === 1 ? 'sync=0' : '');
    });
  }
});
