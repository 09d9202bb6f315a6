import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { nineCreates } from './nine-creates.ts';
import { beginIn, typeSteps } from './type-order.ts';
import { join } from 'node:path';

/** Typing within this time (ms) before a power cut may be lost. */
const lastMoment = 500;

const typed = nineCreates.filter(({ endpoint }) => endpoint === 2 || endpoint === 6);
for (const { title, endpoint, open, firstField, steps, sent } of typed) {
  test(`a desk killed in mid-form restores every field typed up to half a second before: ${title}`, async ({
    desk,
    host,
  }) => {
    test.skip(host !== 'browser-host' && endpoint === 6, 'one form shows what a host keeps; forms are of the screens');
    await ask(desk.page, 'settings.set', { values: { holdSeconds: 0 } });
    await desk.page.keyboard.press(open);
    await beginIn(desk.page, firstField);
    await typeSteps(desk.page, steps);
    await desk.page.waitForTimeout(lastMoment);
    await desk.kill();

    const page = await desk.start();
    const { folder } = await ask(page, 'desk.state', {});
    const practice = join(folder, 'practice');
    const arrived = () => receivedCreates(practice).filter((create) => create.endpoint === endpoint);
    await page.keyboard.press(open);
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    expect(arrived()).toHaveLength(0);
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.saved')).toBeVisible();
    await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1);
    expect(JSON.parse(arrived()[0]?.body ?? 'null')).toEqual(sent);
  });
}
