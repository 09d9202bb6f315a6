import { notesOfOutcome } from '../../../renderer/state/announce-scan.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan, scanWithInputMethod } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const report = (page: Page) => page.locator('.here').innerText();
const opened = (address = '#/scanner') => screens.show(address, { listens: true, entries: 40 });

describe('the scanner test page', () => {
  it.each([
    ['QDCGOLABELS', 'Command “Labels”'],
    ['PKG-2025-100010', 'An entry of this desk'],
    ['SKU-77', 'A SKU'],
    ['QDPB0000001', 'An operator’s badge'],
    ['what-is-this', 'Unknown to this desk'],
  ])('shows what %s would mean without acting on it', async (code, means) => {
    const page = await opened();
    await scan(page, code);
    await expect.poll(() => report(page)).toContain(means);
    const said = await report(page);
    for (const part of [code, 'Recognised as a scan (1 on this page).', 'Enter', 'Nothing to change.', '4 ms'])
      expect(said).toContain(part);
    expect(await page.evaluate(() => location.hash)).toBe('#/scanner');
    expect(await page.locator('.toasts p').count()).toBe(0);
    await page.context().close();
  });

  it('distinguishes typing from a scan', async () => {
    const page = await opened();
    await page.keyboard.type('abcdef', { delay: 90 });
    await expect.poll(() => report(page)).toContain('Recognised as typing.');
    await page.context().close();
  });

  it('reports a missing end key, and accepts scans without one once that is set', async () => {
    const page = await opened();
    await scan(page, 'ABCDEFGH', { end: '' });
    await expect.poll(() => report(page)).toContain('The scanner sends no key at the end.');
    await page.getByLabel('Enter or Tab ends a scan').uncheck();
    await scan(page, 'ABCDEFGH', { end: '' });
    await expect.poll(() => report(page)).toContain('Recognised as a scan');
    await page.context().close();
  });

  it('detects a slow scanner, an input method and Tab at the end', async () => {
    const page = await opened();
    await scan(page, 'ABCDEFGH', { gap: 40 });
    await expect.poll(() => report(page)).toContain('The scanner is slow.');
    await scan(page, 'ABCDEFGH', { end: '\t' });
    await expect.poll(() => report(page)).toContain('Tab');
    await page.getByLabel('Prefix').focus();
    await scanWithInputMethod(page, 'abc-123');
    await expect.poll(() => report(page)).toContain('An input method was on.');
    expect(await page.getByLabel('Prefix').inputValue()).toBe('');
    await page.context().close();
  });

  it('stores its settings, resets an invalid one, and can reset them all', async () => {
    const page = await opened();
    const time = page.getByLabel('Time for four keys');
    await time.fill('90');
    await time.press('Tab');
    const kept = () => page.evaluate(() => localStorage.getItem('parcel-desk scanner'));
    await expect.poll(kept).toContain('"burstMs":90');
    await page.keyboard.press('Alt+1');
    await page.keyboard.press('Alt+Shift+S');
    await expect.poll(() => time.inputValue()).toBe('90');
    await time.fill('soon');
    await time.press('Tab');
    await expect.poll(() => time.inputValue()).toBe('45');
    await page.getByLabel('Sounds', { exact: true }).uncheck();
    await expect.poll(kept).toContain('"sounds":false');
    await page.getByRole('button', { name: /Reset to defaults/ }).click();
    await expect.poll(kept).toContain('"sounds":true');
    await page.context().close();
  });
});

describe('sounds', () => {
  /** Records the frequencies of all tones played from now on. */
  const hearTones = (page: Page) =>
    page.evaluate(() => {
      const Own = OscillatorNode;
      const heard: number[] = [];
      Object.assign(globalThis, {
        heard,
        OscillatorNode: class extends Own {
          constructor(context: BaseAudioContext, options: OscillatorOptions = {}) {
            super(context, options);
            heard.push(options.frequency ?? 0);
          }
        },
      });
    });
  const tones = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard.splice(0));
  const high = (outcome: keyof typeof notesOfOutcome) => notesOfOutcome[outcome].map(({ hertz }) => hertz);

  it('differ for each outcome of a scan', async () => {
    const page = await opened('#/outbox');
    await hearTones(page);
    const outcomes = [
      ['PKG-2025-100010', 'accepted'],
      ['what-is-this', 'unknown'],
      ['QDCSAVE', 'warning'],
      ['PKG-2025-100015', 'error'],
    ] as const;
    for (const [code, outcome] of outcomes) {
      await scan(page, code);
      await expect.poll(() => tones(page), { message: outcome }).toEqual(high(outcome));
    }
    expect(new Set(outcomes.map(([, outcome]) => high(outcome).join())).size).toBe(4);
    await page.context().close();
  });

  it('are played on the page by keys, and never while switched off', async () => {
    const page = await opened();
    await hearTones(page);
    for (const [key, outcome] of [
      ['Alt+a', 'accepted'],
      ['Alt+u', 'unknown'],
      ['Alt+w', 'warning'],
      ['Alt+e', 'error'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => tones(page), { message: outcome }).toEqual(high(outcome));
    }
    await page.getByLabel('Sounds', { exact: true }).uncheck();
    await page.keyboard.press('Alt+a');
    await page.keyboard.press('Alt+e');
    await page.evaluate(() => (location.hash = '#/outbox'));
    await scan(page, 'what-is-this');
    await expect.poll(() => page.locator('.toasts p').last().innerText()).toContain('Unknown');
    expect(await tones(page)).toEqual([]);
    await page.context().close();
  });
});
