import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { nineCreates } from './nine-creates.ts';
import { beginIn, typeSteps } from './type-order.ts';

const declared = nineCreates.find(({ endpoint }) => endpoint === 7);

test('a draft that is not a label order opens in the form of its kind, and only the edited field changes', async ({
  desk,
  host,
}) => {
  test.skip(host === 'electron-double' || !declared, 'the screens are the same in every host');
  const { page } = desk;
  await page.keyboard.press(declared?.open ?? '');
  await beginIn(page, 'PackageId');
  await typeSteps(page, declared?.steps ?? []);
  await page.keyboard.press('F9');
  await expect(page.locator('.saved')).toBeVisible();
  const { seqs } = await ask(page, 'entries.seqs', { list: 'draft' });
  const { ids } = await ask(page, 'entries.idsOf', { seqs });
  const id = ids[0] ?? '';
  await page.evaluate((hash) => (location.hash = hash), `#/outbox/${id}`);
  await page.locator('.panel dl').first().waitFor();
  await page.keyboard.press('Alt+KeyC');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await typeSteps(page, [{ to: 'TrackingNumber', type: 'LX000000002CN' }]);
  await page.keyboard.press('Control+Enter');
  await page.locator('.panel').waitFor();
  const { request } = await ask(page, 'entries.get', { id });
  expect(request.body).toEqual({ ...(declared?.sent as object), TrackingNumber: 'LX000000002CN' });
});
