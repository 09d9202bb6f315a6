import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** Ids of all refused entries, newest first. */
const refused = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    type Answer = { value: { rows: { id: string }[] } };
    const { fake } = globalThis as unknown as { fake: { call(name: string, input: unknown): Promise<Answer> } };
    const { value } = await fake.call('entries.page', { list: 'refused' });
    return value.rows.map(({ id }) => id);
  });

const stands = (page: Page, place: string) => page.waitForFunction((end) => location.hash.endsWith(end), place);

it('F4 opens the newest refused entry, then older ones, continues past corrected or left ones, and restarts after the oldest', async () => {
  const page = await screens.show('#/outbox', { entries: 200 });
  const [first, second, third, ...older] = await refused(page);
  await page.keyboard.press('F4');
  await stands(page, `mend/${String(first)}`);
  await page.keyboard.press('F4');
  await stands(page, `mend/${String(second)}`);
  await page.waitForFunction(() => document.activeElement?.id === 'field-Package.ShipToAddress.Phone');
  // Once corrected, the entry is shown beside the list.
  await page.keyboard.type('+81 3 1234');
  await page.keyboard.press('Control+Enter');
  await stands(page, `outbox/${String(second)}`);
  await page.keyboard.press('F4');
  await stands(page, `mend/${String(third)}`);
  await page.keyboard.press('Escape');
  await stands(page, `outbox/${String(third)}`);
  for (const id of [...older, first]) {
    await page.keyboard.press('F4');
    await stands(page, `mend/${String(id)}`);
  }
  expect(older.length).toBeGreaterThan(0);
  await page.context().close();
});
