import { keyPathOf } from '../../shared/service/create-facts.ts';
import { receivedCreates } from '../support/received-creates.ts';
import { startRelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { goLive } from './go-live.ts';
import { changed, mendedCreates, textAt } from './mended-creates.ts';
import { nineCreates } from './nine-creates.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const patient = { timeout: 30_000, intervals: [100] };
const words = 'REFUSE this';

const lost = mendedCreates.map(({ endpoint, field }) => {
  const fixture = nineCreates.find((create) => create.endpoint === endpoint)?.sent;
  // No other order depends on one of these keys.
  const key = `${textAt(fixture, keyPathOf(endpoint))}-L`;
  const meant = changed(fixture, keyPathOf(endpoint), key);
  return { endpoint, field, key, meant, spoilt: changed(meant, field, words) };
});

test.describe('an order refused after its answer was lost', () => {
  test.skip(({ host }) => host === 'electron-double', 'the screens are the same in every host');

  test('can be corrected once a person says that the service does not have it, for each create, by keyboard alone', async ({
    desk,
    home,
  }) => {
    const { page } = desk;
    const folder = join(home, 'service');
    const service = await startRelayedPractice({ folder, isSwallowed: (_, time) => time === 1 });
    const panel = page.locator('.panel');
    const arrived = (key: string) =>
      receivedCreates(folder)
        .filter((one) => one.key === key)
        .map(({ body }) => JSON.parse(body) as unknown);
    try {
      await goLive(page, service.url);
      const soon = { holdSeconds: 0, graceSeconds: 0, readFirstSeconds: 0.1, readMostSeconds: 0.5 };
      const values = { ...soon, backoffFirstSeconds: 0.1, backoffMostSeconds: 0.5, alwaysAsk: true };
      await ask(page, 'settings.set', { values });
      const ids = new Map<string, string>();
      for (const { endpoint, key, spoilt } of lost) {
        const request = { endpoint, body: spoilt };
        ids.set(key, (await ask(page, 'entry.enqueue', { commandId: randomUUID(), request })).id);
      }
      const entry = (key: string) => ask(page, 'entries.get', { id: ids.get(key) ?? '' });
      const askedAbout = async () => (await ask(page, 'entries.counts', {})).asking;
      await expect.poll(askedAbout, patient).toBe(lost.length);

      for (const { endpoint, field, key, meant, spoilt } of lost) {
        await test.step(`${String(endpoint)}`, async () => {
          await page.keyboard.press('F3');
          await page.keyboard.insertText(key);
          await page.keyboard.press('Enter');
          await expect(panel.getByRole('heading', { name: key })).toBeVisible();
          await expect(panel).toContainText('Does the service have this order?');
          // Label and drop-ship orders get a status check first and have not been refused yet.
          if (endpoint > 2) await expect(panel).toContainText(words);
          expect((await entry(key)).maybeTaken).toBe(true);
          await page.keyboard.press('Alt+g');
          await expect(page.getByRole('dialog')).toContainText(`Send ${key} again?`);
          await page.keyboard.press('Control+Enter');
          await expect.poll(async () => (await entry(key)).state, patient).toBe('refused');
          const before = arrived(key).length;

          // The desk may have the answer of the service before the screen has closed the question.
          await expect(page.getByRole('dialog')).toHaveCount(0);
          await page.keyboard.press('F4');
          await expect(page.getByRole('heading', { name: `Correct ${key}` })).toBeVisible();
          await page.waitForFunction((id) => document.activeElement?.id === id, `field-${field}`);
          await page.keyboard.press('Control+a');
          await page.keyboard.insertText(textAt(meant, field));
          await page.keyboard.press('Control+Enter');
          await expect(panel.getByRole('heading', { name: key })).toBeVisible();
          await expect
            .poll(() => arrived(key), patient)
            .toEqual([...Array.from({ length: before }, () => spoilt), meant]);
          await expect.poll(async () => (await entry(key)).state, patient).toMatch(/^(accepted|done)$/);
        });
      }
    } finally {
      await service.close();
    }
  });
});
