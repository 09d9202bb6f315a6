import { connectScale } from '../../support/fake-scale.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const weight = '[id="field-Package.Weight"]';
const says = (page: Page, line: string) => page.evaluate((text) => window.fakeScale.send(`${text}\r\n`), line);
const told = (page: Page) => page.locator('.toasts').innerText();

/** A desk whose scale sends automatically, with its port chosen by keys. */
async function withScale(entersByItself = false): Promise<Page> {
  const page = await screens.show('#/today');
  await connectScale(page);
  await page.evaluate(() => (location.hash = '#/settings/scale'));
  await page.locator('#setting-scale').selectOption('sends');
  if (entersByItself) await page.locator('#setting-scaleEnters').check();
  await page.keyboard.press('Control+Enter');
  await page.getByText('No port is chosen yet.').waitFor();
  await page.keyboard.press('Alt+u');
  await page.getByText('The port is open.').waitFor();
  await says(page, '');
  return page;
}

async function toForm(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/label-order'));
  await page.locator(weight).waitFor();
}

describe('a scale', () => {
  it('enters a stable weight by one key in the unit of the field, and shows why if it enters none', async () => {
    const page = await withScale();
    await says(page, 'ST,GS,+  1.234kg');
    await page.getByText('1.234 kg', { exact: true }).waitFor();
    await toForm(page);
    await says(page, 'US,GS,+  1.100kg');
    await page.keyboard.press('Alt+w');
    await expect.poll(() => told(page)).toContain('not stable yet');
    await says(page, 'ST,GS,+  1.234kg');
    await page.keyboard.press('Alt+w');
    await expect.poll(() => page.inputValue(weight)).toBe('1234');
    await expect.poll(() => told(page)).toContain('Entered from the scale: 1.234 kg');
    await page.context().close();
  });

  it('enters nothing if the weight rounds to zero in the unit of the field', async () => {
    const page = await withScale();
    await toForm(page);
    await says(page, 'ST,GS,+ 0.0001oz');
    await page.keyboard.press('Alt+w');
    await expect.poll(() => told(page)).toContain('The scale is empty');
    expect(await page.inputValue(weight)).toBe('');
    await page.context().close();
  });

  it('enters a weight automatically, if so set, only into the empty focused field and only once', async () => {
    const page = await withScale(true);
    await toForm(page);
    await says(page, 'ST,GS,+  1.234kg');
    expect(await page.inputValue(weight)).toBe('');
    await page.locator(weight).focus();
    await says(page, 'ST,NT,+  0.234kg');
    await says(page, 'US,GS,+  1.300kg');
    expect(await page.inputValue(weight)).toBe('');
    await says(page, 'ST,GS,+  1.500kg');
    await expect.poll(() => page.inputValue(weight)).toBe('1500');
    await says(page, 'ST,GS,+  9.000kg');
    expect(await page.inputValue(weight)).toBe('1500');
    await page.context().close();
  });

  it('is reported when unplugged, enters nothing then, and reconnects automatically', async () => {
    const page = await withScale();
    await toForm(page);
    await says(page, 'ST,GS,+  1.234kg');
    await page.evaluate(() => window.fakeScale.unplug());
    await expect.poll(() => told(page)).toContain('no longer connected');
    await page.keyboard.press('Alt+w');
    await expect.poll(() => told(page)).toContain('No data from the scale');
    expect(await page.inputValue(weight)).toBe('');
    await page.evaluate(() => window.fakeScale.plug());
    await expect.poll(() => told(page)).toContain('The scale is back.');
    await page.context().close();
  });

  it('reconnects with new line settings as soon as they are saved, without reporting its port as taken', async () => {
    const page = await withScale();
    await page.evaluate(() => {
      const said = ((globalThis as unknown as { said: string[] }).said = []);
      const section = document.querySelector('section[aria-label=Port]')!;
      new MutationObserver(() => said.push(section.textContent as never)).observe(section, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.locator('#setting-scaleLine').selectOption('9600-7e');
    await page.keyboard.press('Control+Enter');
    const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    await expect.poll(async () => (await said()).join()).toContain('Looking for the scale');
    await expect.poll(async () => (await said()).at(-1)).toContain('The port is open.');
    expect((await said()).join()).not.toContain('cannot be opened');
    await says(page, '');
    await says(page, 'ST,GS,+  0.500kg');
    await page.getByText('0.500 kg', { exact: true }).waitFor();
    await page.context().close();
  });

  it('that is not set up has no key in a form', async () => {
    const page = await screens.show('#/label-order');
    await page.locator(weight).waitFor();
    expect(await page.getByText('Weight from the scale').count()).toBe(0);
    await page.context().close();
  });
});
