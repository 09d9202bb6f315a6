import type { FakeDesk } from '../../support/fake-desk.ts';
import { kinds } from '../../support/fake-entries.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const words = 'The phone number is not one of the destination country, and the postcode is not one of the city. ';
const small = [
  { width: 640, height: 800 },
  { width: 512, height: 384 },
  { width: 1000, height: 480 },
];

/** The form that corrects a refused order, with this message of the service. */
async function mend(size: { width: number; height: number }, text = words.repeat(6)): Promise<Page> {
  const page = await screens.show('#/outbox', size);
  await page.evaluate((said) => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    const get = fake.handlers['entries.get'];
    fake.handlers['entries.get'] = (input) => {
      const answer = get?.(input);
      if (answer?.ok && answer.value.reason) answer.value.reason.text = said;
      return answer!;
    };
  }, text);
  await page.evaluate(() => (location.hash = '#/label-order/mend/e13'));
  await page.locator('.said').waitFor();
  await page.locator('form :focus').waitFor();
  return page;
}

/** Top and bottom of the message bar and of the focused field in the window. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const place = (one: Element | null) => {
      const { top, bottom } = one!.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom) };
    };
    const at = document.activeElement;
    const inSheet = at?.closest('.sheet') !== null && at?.id.startsWith('field-') === true;
    return { bar: place(document.querySelector('.said')), field: inSheet ? place(at) : null, name: at?.id ?? '' };
  });

async function expectInSight(page: Page, height: number): Promise<boolean> {
  // The new scroll position is drawn in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { bar, field, name } = await seen(page);
  if (field === null) return false;
  expect(bar.top, `bar at ${name}`).toBeGreaterThanOrEqual(0);
  expect(field.top, `${name} is covered`).toBeGreaterThanOrEqual(bar.bottom);
  expect(field.bottom, `${name} is below the window`).toBeLessThanOrEqual(height);
  return true;
}

describe('the message of the service on an order being corrected', () => {
  it.each(small)(
    'stays in view at $width x $height, and covers no focused field',
    async (size) => {
      const page = await mend(size);
      for (const step of ['Tab', 'Shift+Tab']) {
        let fields = 0;
        for (let stop = 0; stop < 40; stop++) {
          if (await expectInSight(page, size.height)) fields++;
          await page.keyboard.press(step);
        }
        expect(fields).toBeGreaterThan(10);
      }
      await page.context().close();
    },
    60_000,
  );

  it.each(small)(
    'takes two lines at most at $width x $height, and a key expands and collapses it',
    async (size) => {
      const page = await mend(size);
      const high = async () => (await page.locator('.said').boundingBox())?.height ?? 0;
      expect(await high()).toBeLessThanOrEqual(52);
      const before = await high();
      await page.keyboard.press('Alt+m');
      await page.getByRole('button', { name: 'Show less' }).waitFor();
      expect(await high()).toBeGreaterThan(before);
      expect(await high()).toBeLessThan(size.height / 2);
      await expectInSight(page, size.height);
      await page.keyboard.press('Alt+m');
      await page.getByRole('button', { name: 'Show all' }).waitFor();
      expect(await high()).toBe(before);
      await page.context().close();
    },
    60_000,
  );

  it('is shown in full if there is room or it is short', async () => {
    for (const [size, text] of [
      [{ width: 1280, height: 900 }, words.repeat(6)],
      [{ width: 512, height: 384 }, 'No such service.'],
    ] as const) {
      const page = await mend(size, text);
      expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
      const hidden = await page.locator('.words').evaluate((one) => one.scrollHeight - one.clientHeight);
      expect(hidden).toBeLessThanOrEqual(1);
      await page.context().close();
    }
  }, 60_000);
});

describe('the lines of an order being corrected', () => {
  it('show at the grid which of the sent ones are dropped and which are added', async () => {
    const page = await mend({ width: 1280, height: 900 });
    const told = page.locator('fieldset', { has: page.locator('table') });
    expect(await told.innerText()).not.toContain('removed');
    await page.locator('[id="field-Package.Skus[0].Sku"]').focus();
    await page.keyboard.press('Alt+Backspace');
    await told.getByText('1 removed: MUG-BLUE × 2').waitFor();
    await told.getByText('sent: 1 line').waitFor();
    await page.keyboard.type('CUP');
    await told.getByText('1 added').waitFor();
    expect(await page.getByRole('rowheader').innerText()).toContain('added, not sent before');
    await page.context().close();
  }, 60_000);
});

describe('an unknown text of the service', () => {
  it.each([
    ['Alt+v', 'refusal'],
    ['Alt+j', 'taken'],
  ])('is decided by one key, whatever its order lacks: %s, %s', async (key, decision) => {
    const at = kinds.findIndex((one) => one.fields?.asks === 'unknown-text');
    const page = await screens.show(`#/outbox/e${at}`, { entries: kinds.length + 1 });
    await page.locator('.verbatim').getByText('Declaration noted').waitFor();
    await page.keyboard.press(key);
    await page.waitForFunction(() =>
      (globalThis as unknown as { fake: FakeDesk }).fake.calls.some(({ name }) => name === 'entry.decide'),
    );
    const decided = await page.evaluate(() =>
      (globalThis as unknown as { fake: FakeDesk }).fake.calls.filter(({ name }) => name === 'entry.decide'),
    );
    expect(decided).toMatchObject([{ input: { id: `e${at}`, decision } }]);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.context().close();
  });
});
