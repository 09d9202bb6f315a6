import { outbox as outboxInEnglish } from '../../../renderer/texts/en/outbox.ts';
import { states as english } from '../../../renderer/texts/en/states.ts';
import type { StateTexts } from '../../../renderer/texts/states.ts';
import { outbox as outboxInChinese } from '../../../renderer/texts/zh-CN/outbox.ts';
import { states as chinese } from '../../../renderer/texts/zh-CN/states.ts';
import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import type { FakeDesk } from '../../support/fake-desk.ts';
import { kinds } from '../../support/fake-entries.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** A change to the desk or to an entry that yields a sentence which no kind of entry yields alone. */
interface Twist {
  entry: string;
  change?: Partial<EntryDetail>;
  sync?: Partial<SyncStatus>;
}
const turn = 'e1';
const twists: Twist[] = [
  { entry: turn, sync: { connection: 'offline' } },
  { entry: 'e2', change: { waitsFor: { for: 'status-check', until: 0 } }, sync: { connection: 'offline' } },
  { entry: turn, sync: { connection: 'stopped' } },
  { entry: turn, sync: { connection: 'paused', pause: { why: 'tls', message: '' } } },
  { entry: turn, sync: { pausedEndpoints: [{ endpoint: 2, status: 403, message: '' }] } },
  { entry: turn, sync: { troubledEndpoints: [{ endpoint: 2, why: 'fails', status: 500, waiting: 40 }] } },
  { entry: 'e14', change: { trackingNumber: null } },
  { entry: 'e19', change: { label: 'ready' } },
  { entry: 'e7', change: { asks: 'something-new' } },
  { entry: 'e8', change: { reason: { code: '400', text: 'Brand is not known.', field: 'Brand' } } },
  { entry: 'e13', change: { reason: null } },
];

/** Every text of the catalogue, as the fixed pieces between its parameters. */
function piecesOf(texts: StateTexts): Map<string, string[]> {
  const gap = '\0';
  const gaps = { time: gap, tries: gap, number: gap, reason: gap, status: gap, limit: gap, key: gap };
  const pieces = new Map<string, string[]>();
  const walk = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(`${name}.${key}`, inner);
      return;
    }
    const text = typeof value === 'function' ? String((value as (p: typeof gaps) => string)(gaps)) : String(value);
    if (text !== '')
      pieces.set(
        name,
        text.split(gap).map((piece) => piece.trim()),
      );
  };
  walk('', texts);
  return pieces;
}

const shownOn = (page: Page) => page.locator('body').innerText();

async function open(page: Page, id: string, twist: Twist = { entry: id }): Promise<string> {
  await page.evaluate(
    ({ id, change, sync }) => {
      const { fake } = globalThis as unknown as { fake: FakeDesk & { usual?: FakeDesk['handlers'] & object } };
      fake.usual ??= { ...fake.handlers };
      fake.sync = {
        ...fake.sync,
        connection: 'online',
        pause: null,
        pausedEndpoints: [],
        troubledEndpoints: [],
        ...sync,
      };
      fake.handlers['entries.get'] = (input) => {
        const found = fake.usual?.['entries.get']?.(input);
        return found?.ok ? { ok: true, value: { ...found.value, ...change } } : found!;
      };
      fake.handlers['entries.page'] = (input) => {
        const found = fake.usual?.['entries.page']?.(input);
        const rows = found?.ok ? found.value.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) : [];
        return { ok: true, value: { rows, next: null } };
      };
      fake.emit({ kind: 'sync', status: fake.sync });
      fake.emit({ kind: 'entries', ids: [id] });
      location.hash = '#/outbox';
      location.hash = `#/outbox/${id}`;
    },
    { id, change: twist.change ?? {}, sync: twist.sync ?? {} },
  );
  await page.locator('.panel h2 .code', { hasText: String(100_000 + Number(id.slice(1))) }).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return shownOn(page);
}

describe.each([
  ['en', english, outboxInEnglish],
  ['zh-CN', chinese, outboxInChinese],
] as const)('in %s', (language, texts, words) => {
  it('every sentence and word for states and marks is shown on a screen', async () => {
    const page = await screens.show('#/outbox', { language, width: 1700, height: 1200 });
    await page.locator('[role=row] .key').nth(kinds.length).waitFor();
    // States without a tab are listed in the filter.
    await page.keyboard.press('Alt+i');
    let shown = await shownOn(page);
    for (const at of kinds.keys()) shown += await open(page, `e${at}`);
    for (const twist of twists) shown += await open(page, twist.entry, twist);
    const unshown = async () => {
      // The rows of the list appear a little later.
      shown += await shownOn(page);
      return [...piecesOf(texts)].flatMap(([name, pieces]) =>
        pieces.every((piece) => shown.includes(piece)) ? [] : [name],
      );
    };
    await expect.poll(unshown, { timeout: 10_000 }).toEqual([]);
    await page.context().close();
  });

  it('an erased entry shows when and why its data was erased, and no empty request', async () => {
    const page = await screens.show('#/outbox', { language, width: 1700, height: 1200 });
    await page.locator('[role=row] .key').nth(kinds.length).waitFor();
    const change = { recipient: '', record: null, request: { query: {}, body: null } };
    const erasedAt = Date.parse('2026-03-04T12:00:00Z');
    const shown = await open(page, 'e14', { entry: 'e14', change: { ...change, erasedAt } });
    const [before = '', after = ''] = words.erased({ when: '\0' }).split('\0');
    expect(shown).toContain(before);
    expect(shown).toContain(after);
    expect(shown.slice(shown.indexOf(before)).slice(before.length).split(after, 1)[0]).toMatch(/2026/);
    expect(shown).not.toContain(words.raw);
    expect(await open(page, 'e13')).toContain(words.raw);
    await page.context().close();
  });
});
