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

/** Codes that this desk does not know, so that none opens anything. Some start with a key that triggers an action. */
const codeOf = (index: number): string =>
  [`QZ${index}.8-x`, `/BX${index}`, `?n${index}-77`, `${index}0012345678`][index % 4] ?? '';

/** Key presses of scans, with a typed key now and then; every second scan comes through an input method. */
function keysOf(firstIndex: number, count: number): { keys: KeyPress[]; typed: string } {
  let time = 1e7;
  let typed = '';
  const keys: KeyPress[] = [];
  for (let codeIndex = firstIndex; codeIndex < firstIndex + count; codeIndex++) {
    time += 300;
    const inputMethod = codeIndex % 2 === 1;
    for (const character of codeOf(codeIndex)) keys.push(keyFor(character, (time += 3), { inputMethod }));
    keys.push(keyFor('\n', (time += 3), { inputMethod }));
    if (codeIndex % 12 > 0) continue;
    const typedCharacter = String.fromCharCode(97 + (codeIndex % 26));
    keys.push(keyFor(typedCharacter, (time += 300)));
    typed += typedCharacter;
  }
  return { keys, typed };
}

/**
 * Time limit of a test on one screen (ms). A thousand scans take most of it under load. Polls use it too, because the
 * default of `expect.poll` suits a single action of a page.
 */
const longTimeout = { timeout: 240_000 };

interface PlayProgress {
  played: 'all' | { error: string } | null;
}

/** Plays keys in the page as the browser would: a key that is not prevented writes into the focused field. */
async function playKeys(page: Page, keys: KeyPress[]): Promise<void> {
  // The page plays the keys on its own and the test polls for the end, because Chromium sometimes drops a promise that
  // only the evaluating client references.
  await page.evaluate((keys) => {
    const progress: PlayProgress = Object.assign(globalThis, { played: null });
    void playAll().then(
      () => (progress.played = 'all'),
      (error: unknown) => (progress.played = { error: String(error) }),
    );

    async function playAll(): Promise<void> {
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { ...key, shiftKey: key.shift, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: key.time });
        const focused = document.activeElement ?? document.body;
        const isPrevented = !focused.dispatchEvent(event);
        const position = key.code.replace(/^(Key|Digit)/, '');
        const text = key.key === 'Process' ? position : key.key;
        // An input method writes even if the key event is prevented.
        const field = document.activeElement;
        const isWritable =
          field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio');
        if (isWritable && (!isPrevented || key.key === 'Process') && text.length === 1)
          document.execCommand('insertText', false, text);
        if (!isPrevented && text === 'Enter' && focused instanceof HTMLButtonElement) focused.click();
        if (index % 300 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      // The scanner detection holds keys back until a later key event.
      const releaseEvent = new KeyboardEvent('keyup', { key: 'Shift', bubbles: true });
      Object.defineProperty(releaseEvent, 'timeStamp', { value: 2e7 });
      document.body.dispatchEvent(releaseEvent);
    }
  }, keys);
  const played = () => page.evaluate(() => (globalThis as unknown as PlayProgress).played);
  await expect.poll(played, { interval: 20, ...longTimeout }).not.toBeNull();
  expect(await played()).toBe('all');
}

/**
 * Texts that the screen looked up as scanned codes, in order. Lookups of the form's own key, which starts with
 * `formKey`, are left out.
 */
const scannedTexts = (page: Page) =>
  page.evaluate(
    (key) =>
      (globalThis as unknown as FakePage).fake.calls.flatMap(({ name, input }) =>
        name === 'scan.find' && input.text?.startsWith(key) !== true ? [input.text] : [],
      ),
    formKey,
  );

const scannedCount = async (page: Page) => (await scannedTexts(page)).length;

const changingCall =
  /^(entry\.|entries\.setField|settings\.set|import\.run|operators\.(save|forget)|labels\.(printed|document)|desk\.(set|switch))/;
const changingCalls = async (page: Page) => {
  const names = await page.evaluate(() => (globalThis as unknown as FakePage).fake.calls.map(({ name }) => name));
  return names.filter((name) => changingCall.test(name));
};

/**
 * Remembers the current fields of the screen and returns their values; fields that a scan adds later are not included.
 */
const markFields = (page: Page) =>
  page
    .evaluate(
      () => void Object.assign(globalThis, { stood: [...document.querySelectorAll('input, textarea, select')] }),
    )
    .then(() => rememberedValues(page));

/** Values of the remembered fields. */
const rememberedValues = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { stood: HTMLInputElement[] }).stood.map(({ value, checked }): [string, boolean] => [
      value,
      checked,
    ]),
  );

/** Values of all fields, including new ones, that contain part of a code. */
const valuesWithCodes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .map(({ value }) => value)
      .filter((value) => /qz\d|bx\d|n\d+-77|0012345678|real-/i.test(value)),
  );

/** The key typed into a form. */
const formKey = 'KEY-1';

/**
 * Focuses a text field of the screen and fills in the key of a form if it is empty. Returns false if there is no field.
 */
async function focusField(page: Page, screen: string): Promise<boolean> {
  const kind = createKinds.find((field) => field === screen);
  if (kind) {
    const key = page.locator(`[id="${idOfField(keyPathOf(formOf[kind].endpoint))}"]`);
    await key.waitFor();
    if ((await key.inputValue()) === '') await key.fill(formKey);
  }
  return page.evaluate((screen) => {
    const selector = screen === 'outbox' ? '#find' : 'main :is(input[type="text"], input:not([type])):enabled';
    const field = document.querySelector<HTMLInputElement>(selector);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    return field !== null;
  }, screen);
}

const focusOutsideFields = (page: Page) =>
  page.evaluate(() => {
    const target = document.querySelector<HTMLElement>('main :is([role="grid"], button:enabled, a)');
    (target ?? document.getElementById('content'))?.focus();
    return false;
  });

const letPageSettle = (page: Page, ms = 100) => page.waitForTimeout(ms);

/** A desk whose scanner makes no sounds. */
async function openScanDesk(screens: Screens): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true, entries: 40 });
  await page.evaluate(() => {
    const storageEvent = { key: 'parcel-desk scanner', newValue: JSON.stringify({ sounds: false }) };
    window.dispatchEvent(new StorageEvent('storage', storageEvent));
  });
  return page;
}

/**
 * Opens a screen and scans many codes on it, mixed with typing; every second one comes through an input method, and a
 * few by the browser's own key events. No code may end up in a field, submit anything or get lost.
 */
async function scanMany(page: Page, screen: Screen, scans: number): Promise<void> {
  await page.evaluate((screen) => {
    (globalThis as unknown as FakePage).fake.calls.length = 0;
    location.hash = `#/${screen}`;
  }, screen);
  await letPageSettle(page, 250);
  const expected: string[] = [];
  const expectScanned = (count: number) => expect.poll(() => scannedCount(page)).toBe(count);

  // A few scans come by the browser's own key events and, where a field can be written in, through its input method.
  for (const focus of [focusField, focusOutsideFields]) {
    const scanWays = (await focus(page, screen)) ? [scan, scanWithInputMethod] : [scan];
    const valuesBefore = await markFields(page);
    for (const scanWay of scanWays) {
      const code = `REAL-${expected.length}`;
      await scanWay(page, code);
      await expectScanned(expected.push(code));
    }
    await letPageSettle(page);
    expect(await rememberedValues(page)).toEqual(valuesBefore);
  }
  // All other scans are played as fast as the page handles them.
  const inFieldCount = Math.round(scans * 0.7);
  const rounds = [
    { focus: focusField, from: 0, count: inFieldCount },
    { focus: focusOutsideFields, from: inFieldCount, count: scans - inFieldCount },
  ];
  for (const { focus, from, count } of rounds) {
    const isField = (await focus(page, screen)) && focus === focusField;
    await letPageSettle(page);
    const valuesBefore = await markFields(page);
    // The screen `today` takes keys typed outside a field as a code.
    const entersTyped = isField || screen === 'today';
    const cursor = await page.evaluate(
      (isField) =>
        [...document.querySelectorAll('input, textarea, select')].findIndex(
          (field) => field === (isField ? document.activeElement : document.querySelector('main input')),
        ),
      isField,
    );
    const { keys, typed } = keysOf(from, count);
    await playKeys(page, keys);
    expected.push(...Array.from({ length: count }, (_, index) => codeOf(from + index)));
    await expectScanned(expected.length);
    await letPageSettle(page);
    const valuesAfter = await rememberedValues(page);
    const expectedValues = valuesBefore.map(([value, checked], index) => [
      entersTyped && index === cursor ? `${value}${typed}` : value,
      checked,
    ]);
    expect(valuesAfter).toEqual(expectedValues);
    expect(await valuesWithCodes(page)).toEqual([]);
  }
  expect(await scannedTexts(page)).toEqual(expected);
  expect(await changingCalls(page)).toEqual([]);
}

/**
 * One screen of each kind: a list, a form, and a screen whose field takes scans. They get many scans, which show
 * effects that build up; a few scans already show whether one ends up in a field.
 */
export const longScannedScreens: readonly Screen[] = ['outbox', 'label-order', 'inventory'];
const otherScreens = allScreens.filter((screen) => !longScannedScreens.includes(screen));
const isForm = (screen: Screen) => createKinds.some((kind) => kind === screen);
/** All other screens that are forms. */
export const scannedFormScreens: readonly Screen[] = otherScreens.filter(isForm);
/** All other screens that are not forms. */
export const scannedOtherScreens: readonly Screen[] = otherScreens.filter((screen) => !isForm(screen));

/** Tests that on each of these screens no scan ends up in a field or submits anything, and that none is lost. */
export function testManyScans(screens: readonly Screen[], scans: number): void {
  let openedScreens: Screens;
  let page: Page | undefined;
  beforeAll(async () => {
    openedScreens = await openScreens();
  }, 120_000);
  afterAll(() => openedScreens.close());

  describe(`${scans} scans, every second through an input method, mixed with typing: none ends up in a field, submits anything or is lost`, () => {
    it.each(screens)('on the screen %s', longTimeout, async (screen) => {
      // One desk goes from screen to screen, as at a counter; a new desk is used after a failure.
      const deskPage = page ?? (await openScanDesk(openedScreens));
      page = undefined;
      await scanMany(deskPage, screen, scans);
      page = deskPage;
    });
  });
}
