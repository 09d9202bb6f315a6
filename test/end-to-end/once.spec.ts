import { startDroppingRelay } from '../support/dropping-relay.ts';
import { freePort } from '../support/free-port.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { entriesIn, labelOrder, typeLabelOrder } from './label-order.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

test.use({ goesOn: true });

const enqueue = '/rpc/entry.enqueue';
const idOf = (body: string | null) => (JSON.parse(body ?? '') as { commandId: string }).commandId;

test('an order is saved once, however often Save is pressed', async ({ desk }) => {
  const { page } = desk;
  const before = await entriesIn(page);
  await typeLabelOrder(page, 'DOUBLE-1');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+Enter');
  await expect(page.getByText('DOUBLE-1 saved')).toBeVisible();
  // One more press of the same series, delivered late by a busy browser: it asks nothing about the now empty form.
  await page.evaluate(() => void (performance.now = () => 0));
  await page.keyboard.press('Control+Enter');
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));

  await typeLabelOrder(page, 'DOUBLE-2');
  await expect(async () => {
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page.getByText('DOUBLE-2 saved')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  expect(await entriesIn(page)).toBe(before + 2);
});

test('a command sent twice at the same time is carried out once, and both calls get the same answer', async ({
  desk,
}) => {
  const before = await entriesIn(desk.page);
  const input = { commandId: randomUUID(), request: labelOrder('TWICE-1'), operator: 'Li Na' };
  const [one, other] = await Promise.all([
    ask(desk.page, 'entry.enqueue', input),
    ask(desk.page, 'entry.enqueue', input),
  ]);
  expect(other).toEqual(one);
  expect(await entriesIn(desk.page)).toBe(before + 1);
});

test('a page reloaded during Save does not save twice', async ({ desk, host }) => {
  const { page } = desk;
  const before = await entriesIn(page);
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(enqueue)) ids.push(idOf(request.postData()));
  });
  await typeLabelOrder(page, 'RELOAD-1');
  if (host === 'browser-host') {
    // The desk has saved the order, but the page is gone before the answer arrives.
    const taken = Promise.withResolvers<undefined>();
    await page.route(`**${enqueue}`, async (route) => {
      await route.fetch();
      taken.resolve(undefined);
    });
    await page.keyboard.press('Control+Enter');
    await taken.promise;
  } else await page.keyboard.press('Control+Enter');
  await page.reload();
  await page.unrouteAll();

  const field = page.getByLabel('Package number');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  if ((await field.inputValue()) === 'RELOAD-1') {
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('RELOAD-1 saved')).toBeVisible();
  }
  expect(await entriesIn(page)).toBe(before + 1);
  if (host === 'browser-host') expect(ids).toEqual([ids[0], ids[0]]);
});

test('a desk killed during Save does not save twice', async ({ desk }) => {
  const before = await entriesIn(desk.page);
  await typeLabelOrder(desk.page, 'KILLED-1');
  // The desk keeps the typed values for the next page.
  await expect.poll(async () => JSON.stringify(await recalled())).toContain('300');
  await desk.page.keyboard.press('Control+Enter');
  await desk.kill();

  const page = await desk.start();
  await page.keyboard.press('F2');
  const field = page.getByLabel('Package number');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  if ((await field.inputValue()) === 'KILLED-1') {
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/KILLED-1 (saved|was already saved)/)).toBeVisible();
  }
  expect(await entriesIn(page)).toBe(before + 1);

  async function recalled(): Promise<unknown> {
    const names = ['form/label-order', 'form/label-order/typed'];
    return Promise.all(names.map(async (name) => (await ask(desk.page, 'desk.recall', { name })).value));
  }
});

test.describe('over HTTP', () => {
  test.skip(({ host }) => host !== 'browser-host', 'the window of Electron speaks to its desk without HTTP');

  test('a page repeats its command to a host that was killed and started again', async ({ home, browser }) => {
    const folder = join(home, 'alone');
    const words = ['--port', String(await freePort())];
    const first = await startBrowserHost(folder, words);
    const page = await browser.newPage();
    await page.goto(first.url);
    await page.locator('h1').waitFor();
    await typeLabelOrder(page, 'AGAIN-1');
    const ids: string[] = [];
    await page.route(`**${enqueue}`, async (route) => {
      ids.push(idOf(route.request().postData()));
      await route.fetch();
      await first.end('SIGKILL');
      await route.abort('connectionreset');
    });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('The desk is not responding');
    // The page may report the lost host before the answer to its command is cut.
    await page.unrouteAll({ behavior: 'wait' });

    const second = await startBrowserHost(folder, words);
    await page.goto(second.url);
    await page.locator('h1').waitFor();
    await page.keyboard.press('F2');
    await expect(page.getByLabel('Package number')).toHaveValue('AGAIN-1');
    page.on('request', (request) => {
      if (request.url().endsWith(enqueue)) ids.push(idOf(request.postData()));
    });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('AGAIN-1 saved')).toBeVisible();
    expect(await entriesIn(page)).toBe(1);
    expect(ids).toEqual([ids[0], ids[0]]);
    await page.close();
    await second.end('SIGTERM');
  });

  test('a POST that Chromium repeats automatically is carried out once', async ({ desk }) => {
    const before = await entriesIn(desk.page);
    const address = new URL(desk.page.url()).origin;
    const relay = await startDroppingRelay(address, enqueue);
    const page = await desk.page.context().newPage();
    const token = await desk.page.evaluate(() => localStorage.getItem('parcel-desk.host-token') ?? '');
    await page.goto(`${relay.url}?token=${token}`);
    await page.locator('h1').waitFor();
    await typeLabelOrder(page, 'POST-1');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('POST-1 saved')).toBeVisible();
    expect(relay.receivedBodies.length).toBeGreaterThan(1);
    expect(new Set(relay.receivedBodies).size).toBe(1);
    expect(await entriesIn(page)).toBe(before + 1);
    await page.close();
    await relay.close();
  });
});
