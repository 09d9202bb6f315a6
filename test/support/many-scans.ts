import { idOfField } from '../../renderer/forms/field-focus.ts';
import { createKinds, formOf } from '../../renderer/forms/form-fields.ts';
import { screens as allScreens, type Screen } from '../../renderer/state/screens.ts';
import type { KeyPress } from '../../shared/scan/key-press.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { keyFor } from '../scan/simulate.ts';
import { openScreens, type Screens } from './open-screens.ts';
import { scan, scanWithInputMethod } from './scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface FakePage {
  fake: { calls: { name: string; input: { text?: string } }[] };
}

/** Codes unknown to this desk, so that none opens anything; some start with a key that triggers an action. */
const codeOf = (at: number): string => [`QZ${at}.8-x`, `/BX${at}`, `?n${at}-77`, `${at}0012345678`][at % 4] ?? '';

/** Key presses of scans, with a typed key now and then; every second scan comes through an input method. */
function keysOf(from: number, count: number): { keys: KeyPress[]; typed: string } {
  let at = 1e7;
  let typed = '';
  const keys: KeyPress[] = [];
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
 * Time limit of a test on one screen (ms). Playing a thousand scans takes most of it under load, so polls in it use
 * this limit as well instead of the default of `expect.poll`, which suits a single action of a page.
 */
const patient = { timeout: 240_000 };

interface Playing {
  played: 'all' | { error: string } | null;
}

/** Plays keys in the page as the browser would: a key that is not prevented writes into the focused field. */
async function play(page: Page, keys: KeyPress[]): Promise<void> {
  // Started here and polled below, because Chromium sometimes drops a promise that only the evaluating client
  // references.
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
        // An input method writes even if the key event is prevented.
        const field = document.activeElement;
        const writes =
          field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio');
        if (writes && (!taken || key.key === 'Process') && written.length === 1)
          document.execCommand('insertText', false, written);
        if (!taken && written === 'Enter' && focused instanceof HTMLButtonElement) focused.click();
        if (index % 300 === 0) await new Promise((drawn) => setTimeout(drawn));
      }
      // A later key event releases keys that the scanner detection holds back.
      const late = new KeyboardEvent('keyup', { key: 'Shift', bubbles: true });
      Object.defineProperty(late, 'timeStamp', { value: 2e7 });
      document.body.dispatchEvent(late);
    }
  }, keys);
  const played = () => page.evaluate(() => (globalThis as unknown as Playing).played);
  await expect.poll(played, { interval: 20, ...patient }).not.toBeNull();
  expect(await played()).toBe('all');
}

/** Texts looked up as scanned codes, in order. Lookups of a form's own key, which begins like this, are left out. */
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

/** Remembers the fields on the screen now and returns their values; a scan may add fields. */
const markFields = (page: Page) =>
  page
    .evaluate(
      () => void Object.assign(globalThis, { stood: [...document.querySelectorAll('input, textarea, select')] }),
    )
    .then(() => fields(page));

/** Values of the remembered fields. */
const fields = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { stood: HTMLInputElement[] }).stood.map(({ value, checked }): [string, boolean] => [
      value,
      checked,
    ]),
  );

/** Values of all fields, including new ones, that contain part of a code. */
const withCodes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .map(({ value }) => value)
      .filter((value) => /qz\d|bx\d|n\d+-77|0012345678|real-/i.test(value)),
  );

/** The key typed into a form. */
const typedKey = 'KEY-1';

/** Focuses a text field of the screen and makes sure that a form's key is not empty; false if there is no field. */
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
 * Opens a screen and scans many codes on it, every second through an input method, mixed with typing, and a few by the
 * browser's own key events. No code may end up in a field, submit anything or get lost.
 */
async function scanMany(page: Page, screen: Screen, scans: number): Promise<void> {
  await page.evaluate((screen) => {
    (globalThis as unknown as FakePage).fake.calls.length = 0;
    location.hash = `#/${screen}`;
  }, screen);
  await settled(page, 250);
  const expected: string[] = [];
  const scanned = (count: number) => expect.poll(() => countTold(page)).toBe(count);

  // By the browser's own key events and its input method, which is off where nothing can be written.
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
  // All others as fast as the page handles them.
  const inField = Math.round(scans * 0.7);
  const places = [
    { go: intoField, from: 0, count: inField },
    { go: intoNoField, from: inField, count: scans - inField },
  ];
  for (const { go, from, count } of places) {
    const isField = (await go(page, screen)) && go === intoField;
    await settled(page);
    const before = await markFields(page);
    // The first screen takes what is typed outside a field as a code.
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

/**
 * One of each kind: a list, a form, and a screen whose field takes scans. A few scans show whether one ends up in a
 * field; many show what piles up.
 */
export const scannedLongest: readonly Screen[] = ['outbox', 'label-order', 'inventory'];
const others = allScreens.filter((screen) => !scannedLongest.includes(screen));
const isForm = (screen: Screen) => createKinds.some((kind) => kind === screen);
/** All others: the forms, and the screens that are not forms. */
export const scannedForms: readonly Screen[] = others.filter(isForm);
export const scannedOthers: readonly Screen[] = others.filter((screen) => !isForm(screen));

/** Tests that on each of these screens no scan ends up in a field or submits anything, and that none is lost. */
export function testManyScans(screens: readonly Screen[], scans: number): void {
  let shown: Screens;
  let page: Page | undefined;
  beforeAll(async () => {
    shown = await openScreens();
  }, 120_000);
  afterAll(() => shown.close());

  describe(`${scans} scans, every second through an input method, mixed with typing: none ends up in a field, submits anything or is lost`, () => {
    it.each(screens)('on the screen %s', patient, async (screen) => {
      // One desk goes from screen to screen, as at a counter; a new desk is used after a failure.
      const desk = page ?? (await deskToScanOn(shown));
      page = undefined;
      await scanMany(desk, screen, scans);
      page = desk;
    });
  });
}
