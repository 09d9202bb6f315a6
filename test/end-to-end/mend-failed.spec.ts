import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

test('an order the service accepted and then failed to make is sent corrected once a person confirms that the service does not have it', async ({
  desk,
}) => {
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  const request = labelOrder('TOOK-1', { Remark: 'FAIL' });
  const { id } = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request });
  const state = async () => (await ask(page, 'entries.get', { id })).state;
  await expect.poll(state, { timeout: 45_000 }).toBe('refused');

  await page.keyboard.press('F4');
  await expect(page.getByRole('heading', { name: 'Correct TOOK-1' })).toBeVisible();
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.locator('[id="field-Package.Weight"]').fill('510');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The service may already have this order.')).toBeVisible();
  expect(await state()).toBe('refused');
  await page.keyboard.press('Alt+a');
  await expect(page.locator('.panel')).toContainText('TOOK-1');

  const { folder } = await ask(page, 'desk.state', {});
  const weights = () =>
    receivedCreates(join(folder, 'practice'))
      .filter(({ key }) => key === 'TOOK-1')
      .map(({ body }) => (JSON.parse(body) as typeof request.body).Package.Weight);
  await expect.poll(weights, { timeout: 45_000 }).toEqual([480, 510]);
});
