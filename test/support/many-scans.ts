import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKinds, formOf } from '../../renderer/forms/form-fields.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { idOfField } from '../../renderer/forms/field-focus.ts';
import { screens as allScreens, type Screen } from '../../renderer/state/screens.ts';
import type { KeyIn } from '../../shared/scan/key-in.ts';
import { keyFor } from '../scan/simulate.ts';
import { openScreens, type Screens } from './open-screens.ts';
import { scan, scanWithInputMethod } from './scanner.ts';

interface FakePage {
  fake: { calls: { name: string; input: { text?: string } }[] };
}

/** Codes this desk does not know, so that none leads elsewhere; some begin with a key that is an act of its own. */
const codeOf = (at: number): string => [`QZ${at}.8-x`, `/BX${at}`, `?n${at}-77`, `${at}0012345678`][at % 4] ?? '';

/** Keys of a scan, or of a finger now and then; every second scan comes through an input method. */
function keysOf(from: number, count: number): { keys: KeyIn[]; typed: string } {
  let at = 1e7;
  let typed = '';
  const keys: KeyIn[] = [];
  for (let n = from; n < from + count; n++) {
    at += 300;
    const inputMethod = n % 2 === 1;
    for (const character of codeOf(n)) keys.push(keyFor(character, (at += 3), { inputMethod }));
    keys.push(keyFor('\n', (at += 3), { inputMethod }));
    if (n % 12 > 0) continue;
    const finger = String.fromCharCode(97 + (n % 26));
    keys.push(keyFor(finger, (at += 300)));
    typed += finger;
  }
  return { keys, typed };
}

/**
 * What a test on one screen may take (ms). Playing a thousand scans takes most of it where other work runs beside: waiting for that ends with the
 * test and not with the time of a usual `expect.poll`, which is for one act of a page.
 */
const patient = { timeout: 240_000 };

interface Playing {
  played: 'all' | { error: string } | null;
}

/** Plays keys in the page as the browser would: what no one prevents writes into the field that has the focus. */
async function play(page: Page, keys: KeyIn[]): Promise<void> {
  // begun, and looked at: Chromium lets go of a promise now and then that only the one who evaluates waits for
  await page.evaluate((keys) => {
    const playing: Playing = Object.assign(globalThis, { played: null });
    void playAll().then(
      () => (playing.played = 'all'),
      (error: unknown) => (playing.played = { error: String(error) }),
    );

    async function playAll(): Promise<void> {
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { ...key, shiftKey: key.shift, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: key.time });
        const focused = document.activeElement ?? document.body;
        const taken = !focused.dispatchEvent(event);
        const place = key.code.replace(/^(Key|Digit)/, '');
        const written = key.key === 'Process' ? place : key.key;
        // an input method writes whatever is prevented
        const field = document.activeElement;
        const writes =
          field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio');
        if (writes && (!taken || key.key === 'Process') && written.length === 1)
          document.execCommand('insertText', false, written);
        if (!taken && written === 'Enter' && focused instanceof HTMLButtonElement) focused.click();
        if (index % 300 === 0) await new Promise((drawn) => setTimeout(drawn));
      }
      // a key that comes up later lets go of what was held
      const late = new KeyboardEvent('keyup', { key: 'Shift', bubbles: true });
      Object.defineProperty(late, 'timeStamp', { value: 2e7 });
      document.body.dispatchEvent(late);
    }
  }, keys);
  const played = () => page.evaluate(() => (globalThis as unknown as Playing).played);
  await expect.poll(played, { interval: 20, ...patient }).not.toBeNull();
  expect(await played()).toBe('all');
}

/** What was asked as a scanned code, in order; a form may look for the order of its own key as well, which begins so. */
const told = (page: Page) =>
  page.evaluate(
    (key) =>
      (globalThis as unknown as FakePage).fake.calls.flatMap(({ name, input }) =>
        name === 'scan.find' && input.text?.startsWith(key) !== true ? [input.text] : [],
      ),
    typedKey,
  );

const countTold = async (page: Page) => (await told(page)).length;

const changes =
  /^(entry\.|entries\.setField|settings\.set|import\.run|operators\.(save|forget)|labels\.(printed|document)|desk\.(set|switch))/;
const commands = async (page: Page) => {
  const names = await page.evaluate(() => (globalThis as unknown as FakePage).fake.calls.map(({ name }) => name));
  return names.filter((name) => changes.test(name));
};

/** Marks the fields that stand on the screen now, and says what is in them; a scan may bring more. */
const markFields = (page: Page) =>
  page
    .evaluate(
      () => void Object.assign(globalThis, { stood: [...document.querySelectorAll('input, textarea, select')] }),
    )
    .then(() => fields(page));

/** What is in the marked fields. */
const fields = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { stood: HTMLInputElement[] }).stood.map(({ value, checked }): [string, boolean] => [
      value,
      checked,
    ]),
  );

/** What is in fields, also in such as came meanwhile, that has something of a code. */
const withCodes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .map(({ value }) => value)
      .filter((value) => /qz\d|bx\d|n\d+-77|0012345678|real-/i.test(value)),
  );

/** What stands in the key of a form. */
const typedKey = 'KEY-1';

/** Puts the cursor into a text field of the screen, its key not empty; false where it has none. */
async function intoField(page: Page, screen: string): Promise<boolean> {
  const kind = createKinds.find((one) => one === screen);
  if (kind) {
    const key = page.locator(`[id="${idOfField(keyPathOf(formOf[kind].endpoint))}"]`);
    await key.waitFor();
    if ((await key.inputValue()) === '') await key.fill(typedKey);
  }
  return page.evaluate((screen) => {
    const place = screen === 'outbox' ? '#find' : 'main :is(input[type="text"], input:not([type])):enabled';
    const field = document.querySelector<HTMLInputElement>(place);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    return field !== null;
  }, screen);
}

const intoNoField = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector<HTMLElement>('main :is([role="grid"], button:enabled, a)');
    (place ?? document.getElementById('content'))?.focus();
    return false;
  });

const settled = (page: Page, ms = 100) => page.waitForTimeout(ms);

/** A desk whose scanner makes no sounds. */
async function deskToScanOn(screens: Screens): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true, entries: 40 });
  await page.evaluate(() => {
    const chosen = { key: 'parcel-desk scanner', newValue: JSON.stringify({ sounds: false }) };
    window.dispatchEvent(new StorageEvent('storage', chosen));
  });
  return page;
}

/**
 * Goes to a screen and scans so many codes on it, every second through an input method, mixed with typing; and some by the
 * browser's own keys: none lands, none submits, none is lost.
 */
async function scanMany(page: Page, screen: Screen, scans: number): Promise<void> {
  await page.evaluate((screen) => {
    (globalThis as unknown as FakePage).fake.calls.length = 0;
    location.hash = `#/${screen}`;
  }, screen);
  await settled(page, 250);
  const expected: string[] = [];
  const scanned = (count: number) => expect.poll(() => countTold(page)).toBe(count);

  // by the browser's own keys and its own input method, which is off where nothing can be written
  for (const go of [intoField, intoNoField]) {
    const ways = (await go(page, screen)) ? [scan, scanWithInputMethod] : [scan];
    const before = await markFields(page);
    for (const way of ways) {
      const code = `REAL-${expected.length}`;
      await way(page, code);
      await scanned(expected.push(code));
    }
    await settled(page);
    expect(await fields(page)).toEqual(before);
  }
  // and all the others as fast as the page hears them
  const inField = Math.round(scans * 0.7);
  const places = [
    { go: intoField, from: 0, count: inField },
    { go: intoNoField, from: inField, count: scans - inField },
  ];
  for (const { go, from, count } of places) {
    const isField = (await go(page, screen)) && go === intoField;
    await settled(page);
    const before = await markFields(page);
    // the first screen takes what is typed in no field as a code
    const takes = isField || screen === 'today';
    const cursor = await page.evaluate(
      (isField) =>
        [...document.querySelectorAll('input, textarea, select')].findIndex(
          (one) => one === (isField ? document.activeElement : document.querySelector('main input')),
        ),
      isField,
    );
    const { keys, typed } = keysOf(from, count);
    await play(page, keys);
    expected.push(...Array.from({ length: count }, (_, at) => codeOf(from + at)));
    await scanned(expected.length);
    await settled(page);
    const after = await fields(page);
    const meant = before.map(([value, checked], at) => [takes && at === cursor ? `${value}${typed}` : value, checked]);
    expect(after).toEqual(meant);
    expect(await withCodes(page)).toEqual([]);
  }
  expect(await told(page)).toEqual(expected);
  expect(await commands(page)).toEqual([]);
}

/** One of each kind: a list, a form, a screen whose field takes scans. Whether a scan lands is told by few; what piles up, by many. */
export const scannedLongest: readonly Screen[] = ['outbox', 'label-order', 'inventory'];
const others = allScreens.filter((screen) => !scannedLongest.includes(screen));
const isForm = (screen: Screen) => createKinds.some((kind) => kind === screen);
/** All others: the forms, and what is none. */
export const scannedForms: readonly Screen[] = others.filter(isForm);
export const scannedOthers: readonly Screen[] = others.filter((screen) => !isForm(screen));

/** Asks of each of these screens that so many scans on it neither land nor submit anything, and that none is lost. */
export function testManyScans(screens: readonly Screen[], scans: number): void {
  let shown: Screens;
  let page: Page | undefined;
  beforeAll(async () => {
    shown = await openScreens();
  }, 120_000);
  afterAll(() => shown.close());

  describe(`${scans} scans, every second through an input method, mixed with typing: none lands, none submits, none is lost`, () => {
    it.each(screens)('on the screen %s', patient, async (screen) => {
      // from screen to screen on one desk, as at a counter; after a fault there on another
      const desk = page ?? (await deskToScanOn(shown));
      page = undefined;
      await scanMany(desk, screen, scans);
      page = desk;
    });
  });
}
