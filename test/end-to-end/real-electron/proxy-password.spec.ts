import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy.ts';
import { serviceHostName, startNamedService } from '../../support/named-service.ts';
import { ask } from '../ask.ts';
import { test as base, expect } from '../desk-test.ts';
import { switchTo } from '../go-live.ts';
import type { ElectronApplication } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const password = 'hush-77f1-for-the-proxy';
const right = `Basic ${btoa(`desk:${password}`)}`;

const test = base.extend<{ asking: ConnectProxy }>({
  asking: async ({}, use) => {
    const service = await startNamedService((_request, response) => response.end('{}'));
    const proxy = await startConnectProxy(service.port, (headers) =>
      headers['proxy-authorization'] === right ? null : 407,
    );
    await use(proxy);
    await proxy.close();
    await service.close();
  },
  hostArguments: async ({ asking: proxy }, use) => use([`--proxy-server=http://${proxy.address}`]),
});

/** The titles of the visible windows that belong to that of the desk. */
const questions = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((one) => one.getParentWindow() && one.isVisible())
      .map((one) => one.webContents.getTitle()),
  );

/** Types each text into the open question, then Tab or Enter; all are key events, so that they keep their order. */
const type = (electron: ElectronApplication, texts: readonly string[]) =>
  electron.evaluate(({ BrowserWindow }, texts) => {
    const contents = BrowserWindow.getAllWindows().find((one) => one.getParentWindow())?.webContents;
    if (!contents) throw new Error('nothing is asked');
    contents.focus();
    for (const [at, text] of texts.entries()) {
      for (const keyCode of text) contents.sendInputEvent({ type: 'char', keyCode });
      const keyCode = at === texts.length - 1 ? 'Enter' : 'Tab';
      contents.sendInputEvent({ type: 'keyDown', keyCode });
      if (keyCode === 'Enter') contents.sendInputEvent({ type: 'char', keyCode });
      contents.sendInputEvent({ type: 'keyUp', keyCode });
    }
  }, texts);

test('a proxy that wants a password causes one question of the program itself, again after a wrong answer, and the page stores nothing of it', async ({
  desk,
  asking: proxy,
}) => {
  const { page, electron } = desk;
  await ask(page, 'desk.setService', { commandId: randomUUID(), address: `https://${serviceHostName}` });
  await switchTo(page, 'live');
  await expect.poll(() => questions(electron)).toEqual(['Sign in to the proxy']);
  // An open question is not asked a second time.
  await ask(page, 'sync.now', {});
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(1);
  expect(await questions(electron)).toHaveLength(1);

  const shot = await electron.evaluate(async ({ BrowserWindow }) =>
    (
      await BrowserWindow.getAllWindows()
        .find((one) => one.getParentWindow())
        ?.webContents.capturePage()
    )
      ?.toPNG()
      .toString('base64'),
  );
  await test.info().attach('the question', { body: Buffer.from(shot ?? '', 'base64'), contentType: 'image/png' });

  await type(electron, ['desk', 'of yesterday']);
  await expect
    .poll(() => proxy.requests.some(({ headers }) => headers['proxy-authorization'] !== undefined))
    .toBe(true);
  // The password was rejected, so the question appears again.
  await expect.poll(() => questions(electron)).toEqual(['Sign in to the proxy']);
  await type(electron, ['desk', password]);
  await expect.poll(() => proxy.requests.some(({ headers }) => headers['proxy-authorization'] === right)).toBe(true);
  expect(await questions(electron)).toEqual([]);
  // The certificate of the service behind the proxy is not trusted.
  await expect(page.getByText('certificate is not trusted')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(password);
  expect(desk.errors()).not.toContain(password);
});

test('a question that a person closes stays closed until they retry', async ({ desk, asking: proxy }) => {
  const { page, electron } = desk;
  await ask(page, 'desk.setService', { commandId: randomUUID(), address: `https://${serviceHostName}` });
  await switchTo(page, 'live');
  await expect.poll(() => questions(electron)).toHaveLength(1);
  await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find((one) => one.getParentWindow())?.webContents;
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
  });
  await expect.poll(() => questions(electron)).toEqual([]);
  await ask(page, 'sync.now', {});
  await expect.poll(() => questions(electron)).toEqual(['Sign in to the proxy']);
  expect(proxy.requests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
});
