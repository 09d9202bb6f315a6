import type { Input } from '../../shared/contract/desk-contract.ts';
import { checkPackageId } from '../../shared/creates/package-id.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import { changed, mendedCreates, textAt } from './mended-creates.ts';
import { nineCreates } from './nine-creates.ts';
import { typeSteps } from './type-order.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

test.use({ goesOn: true });

const patient = { timeout: 20_000, intervals: [100] };
const words = 'REFUSE this';

const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const note = (page: Page, path: string) => page.locator(`[id="field-${path}-note"]`);
const entryOf = (page: Page, id: string) => ask(page, 'entries.get', { id });

const focusIsIn = (page: Page, path: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`);

async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Moves to a link with Tab and follows it. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.locator('.panel').getByRole('link', { name, exact: true });
  for (let press = 0; press < 60; press++) {
    if (await link.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Whether an action is offered for the open entry. */
async function isOffered(page: Page, name: RegExp): Promise<boolean> {
  // The entry must be loaded first.
  await page.locator('.panel .acts').getByRole('button').first().waitFor();
  await page.keyboard.press('Alt+e');
  const acts = page.locator('dialog[open]').getByRole('option');
  await acts.first().waitFor();
  const offered = (await acts.filter({ hasText: name }).count()) > 0;
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  return offered;
}

test.describe('by keyboard alone, every create can be corrected after a refusal and replaced after acceptance', () => {
  test.skip(({ host }) => host === 'electron-double', 'the screens are the same; one host is enough for all kinds');

  for (const { endpoint, field: refused, besides, replacing, remark } of mendedCreates) {
    const create = nineCreates.find((one) => one.endpoint === endpoint);
    const fixture = create?.sent;
    const keyPath = keyPathOf(endpoint);
    const key = textAt(fixture, keyPath);

    test(create?.title ?? String(endpoint), async ({ desk }) => {
      const { page } = desk;
      const panel = page.locator('.panel');
      const practice = join((await ask(page, 'desk.state', {})).folder, 'practice');
      const arrived = (key: string) =>
        receivedCreates(practice)
          .filter((one) => one.endpoint === endpoint && one.key === key)
          .map(({ body }) => JSON.parse(body) as unknown);
      const stateOf = async (id: string) => (await entryOf(page, id)).state;
      const send = async (body: Record<string, unknown>) => {
        return (await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: { endpoint, body } })).id;
      };
      const isRefused = (id: string) => expect.poll(() => stateOf(id), patient).toBe('refused');
      await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 0.3, readMostSeconds: 1 } });

      const spoilt = changed(fixture, refused, words);
      const mended = changed(fixture, besides.path, besides.value);
      const id = await send(spoilt);
      await isRefused(id);
      const { seq } = await entryOf(page, id);

      await test.step('corrected', async () => {
        await page.keyboard.press('F4');
        await expect(page.getByRole('heading', { name: `Correct ${key}` })).toBeVisible();
        // The note names the field as the screen does, not by its path.
        await expect(page.getByRole('note')).toContainText(`: "${words}" is not known here`);
        await expect(page.getByRole('note')).not.toContainText(refused);
        await focusIsIn(page, refused);
        await expect(page.getByRole('note')).toBeInViewport();
        await typeOver(page, textAt(fixture, refused));
        await expect(note(page, refused)).toHaveText(`sent: ${words}`);
        await typeSteps(page, besides.steps);
        const [place, sent] = besides.noted;
        await expect(note(page, place)).toHaveText(`sent: ${sent}`);
        await expect(page.getByText(/^sent: /)).toHaveCount(2);
        await page.keyboard.press('Control+Enter');
        await expect(panel).toContainText(key);
        await expect.poll(() => arrived(key), patient).toEqual([spoilt, mended]);
        const entry = await entryOf(page, id);
        expect({ id: entry.id, seq: entry.seq }).toEqual({ id, seq });
      });

      const other = `${key}-F`;
      const failing =
        remark && changed(changed(changed(fixture, keyPath, other), remark, 'FAIL'), 'SubmitLater', undefined);
      const failed = failing && (await send(failing));

      await test.step('replaced', async () => {
        await expect.poll(() => stateOf(id), patient).toMatch(/^(accepted|done)$/);
        const isLabel = endpoint === 2;
        const printable = async () => (await ask(page, 'labels.seqs', { list: 'ready' })).seqs;
        if (isLabel) await expect.poll(printable, patient).toEqual([seq]);
        // The screen learns of changes in the outbox a moment later.
        await expect.poll(() => isOffered(page, /^Replace/), patient).toBe(true);
        await page.keyboard.press('Alt+r');
        await expect(page.getByRole('heading', { name: `Replace ${key}` })).toBeVisible();
        const isNew = (text: string) =>
          endpoint === 7 || endpoint === 15 ? text === `${key}-R2` : checkPackageId(text).kind === 'good';
        await expect.poll(async () => isNew(await field(page, keyPath).inputValue()), patient).toBe(true);
        const fresh = await field(page, keyPath).inputValue();
        await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
        await expect(note(page, keyPath)).toHaveText(`sent: ${key}`);
        await typeSteps(page, replacing.steps);
        await page.keyboard.press('Control+Enter');

        await expect(page.getByRole('heading', { name: fresh })).toBeVisible();
        const copy = changed(changed(mended, keyPath, fresh), replacing.path, replacing.value);
        await expect.poll(() => arrived(fresh), patient).toEqual([copy]);
        expect(arrived(key)).toHaveLength(2);

        await expect(panel).toContainText(`Replaces ${key}.`);
        const old = await entryOf(page, id);
        const copied = await entryOf(page, old.replacedBy ?? '');
        expect(old).toMatchObject({ toCancel: true, inItsPlace: { id: copied.id, key: fresh } });
        expect(copied).toMatchObject({ key: fresh, replaces: id, inPlaceOf: { id, key } });
        await follow(page, key);
        await expect(page.getByRole('heading', { name: key })).toBeVisible();
        await expect(panel).toContainText(`Replaced by ${fresh}.`);
        await expect(panel).toContainText('To cancel');
        await expect.poll(() => isOffered(page, /^Replace/), patient).toBe(false);
        if (isLabel) {
          await expect.poll(printable, patient).toEqual([copied.seq]);
          const { labels, problems } = await ask(page, 'labels.document', { ids: [id, copied.id] });
          expect([labels, problems.map((problem) => problem.id)]).toEqual([1, [id]]);
        }
        await page.keyboard.press('Alt+x');
        await expect(page.getByRole('dialog')).toContainText(key);
        await page.keyboard.press('Control+Enter');
        await expect(panel).not.toContainText('To cancel');
        expect((await entryOf(page, id)).toCancel).toBe(false);
        await follow(page, fresh);
        await expect(page.getByRole('heading', { name: fresh })).toBeVisible();
      });

      if (!remark || !failing || !failed) return;
      await test.step('corrected after it failed; if the service had accepted it first, a person decides', async () => {
        await isRefused(failed);
        await page.keyboard.press('F4');
        await expect(page.getByRole('heading', { name: `Correct ${other}` })).toBeVisible();
        const { reason } = await entryOf(page, failed);
        await expect(page.getByRole('note')).toContainText(reason?.text ?? '?');
        const named = reason?.field ?? '';
        await page.waitForFunction(
          (name) => new RegExp(`^field-(.*\\.)?${name}$`).test(document.activeElement?.id ?? ''),
          named === '' ? '.*' : named,
        );
        await typeSteps(page, [{ to: remark, press: 'Control+a' }, 'with care']);
        await page.keyboard.press('Control+Enter');
        if (endpoint !== 8) {
          await expect(page.getByText('The service may already have this order.')).toBeVisible();
          expect(await stateOf(failed)).toBe('refused');
          expect(arrived(other)).toEqual([failing]);
          await page.keyboard.press('Alt+a');
        }
        await expect.poll(() => arrived(other), patient).toEqual([failing, changed(failing, remark, 'with care')]);
      });
    });
  }

  test('a declaration is replaced under the key of the order that replaced its own order', async ({ desk }) => {
    const { page } = desk;
    await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
    const practice = join((await ask(page, 'desk.state', {})).folder, 'practice');
    const sent = () => receivedCreates(practice).flatMap(({ endpoint, key }) => (endpoint === 7 ? key : []));
    const before = sent().length;
    const give = (request: Input<'entry.enqueue'>['request']) => {
      return ask(page, 'entry.enqueue', { commandId: randomUUID(), request });
    };
    const isDone = (id: string) => expect.poll(async () => (await entryOf(page, id)).state, patient).toBe('done');
    const order = await give(labelOrder('FIRST-1'));
    const declared = nineCreates.find(({ endpoint }) => endpoint === 7)?.sent;
    const declaration = await give({ endpoint: 7, body: changed(declared, 'PackageId', 'FIRST-1') });
    await isDone(order.id);
    await isDone(declaration.id);
    let id = order.id;
    for (const key of ['SECOND-1', 'THIRD-1']) {
      const copy = { commandId: randomUUID(), id, request: labelOrder(key) };
      id = (await ask(page, 'entry.replace', copy)).id;
      await isDone(id);
    }

    await page.evaluate((hash) => (location.hash = hash), `#/outbox/${declaration.id}`);
    expect(await isOffered(page, /^Replace/)).toBe(true);
    await page.keyboard.press('Alt+r');
    await expect(field(page, 'PackageId')).toHaveValue('THIRD-1');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.panel')).toContainText('Replaces FIRST-1.');
    const { inItsPlace } = await entryOf(page, declaration.id);
    await isDone(inItsPlace?.id ?? '');
    expect(sent().slice(before)).toEqual(['FIRST-1', 'THIRD-1']);
  });
});
