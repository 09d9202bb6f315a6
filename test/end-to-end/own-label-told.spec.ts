import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';

const patient = { timeout: 25_000 };

test('an own label that cannot be printed is reported before printing, even if saving it reported nothing', async ({
  desk,
  host,
}) => {
  test.skip(host !== 'browser-host', 'what the desk knows is the same in each host');
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  const order = labelOrder('OWN-BAD') as { endpoint: number; body: { Package: object } };
  const body = { Package: { ...order.body.Package, ImportLabel: 'no label at all' } };
  await ask(page, 'entry.enqueue', { commandId: 'command own-bad', request: { ...order, body }, operator: '' });
  await page.keyboard.press('Alt+Home');
  const told = page.getByRole('link', { name: /^OWN-BAD This is neither a PDF, PNG or ZPL/ });
  await expect(told).toBeVisible(patient);
  await expect(page.getByText('One own label cannot be printed')).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/today.png` });
  await expect.poll(async () => (await ask(page, 'labels.counts', {})).ready, patient).toBe(1);
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('row', { name: /OWN-BAD.*cannot be printed/ })).toBeVisible(patient);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/labels.png` });
});
