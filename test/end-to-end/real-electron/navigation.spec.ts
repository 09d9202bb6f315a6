import { ask } from '../ask.ts';
import { type DeskOnScreen, expect, test } from '../desk-test.ts';
import type { Page } from '@playwright/test';

test.use({ goesOn: true });

const elsewhere = [
  'https://evil.example/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'blob:app://desk/1',
  'app://paper/1',
  'app://desk/index.html',
  'app://desk/?token=1',
  'app://other/',
  'javascript:window.hostile=1',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
];

/** What an action of the page would open in other programs; the calls are intercepted. */
async function opening(desk: DeskOnScreen, act: (page: Page) => Promise<unknown>): Promise<string[]> {
  await desk.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedElsewhere', opened);
    shell.openExternal = (address) => Promise.resolve(void opened.push(address));
    shell.openPath = (path) => Promise.resolve(String(opened.push(path)));
  });
  await act(desk.page);
  // Whatever the action started is complete once this call is answered.
  await ask(desk.page, 'settings.get', {});
  return desk.electron.evaluate(() => Reflect.get(globalThis, 'openedElsewhere') as string[]);
}

async function isWhereItWas(desk: DeskOnScreen): Promise<void> {
  expect(desk.page.url()).toMatch(/^app:\/\/desk\/(#.*)?$/);
  expect(desk.electron.windows()).toHaveLength(1);
  expect(await desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await desk.page.evaluate(() => 'hostile' in window)).toBe(false);
  // the same page, not a reloaded one
  expect(await desk.page.evaluate(() => Reflect.get(window, 'isTheOne') as unknown)).toBe(true);
}

test.beforeEach(({ desk }) => desk.page.evaluate(() => void Reflect.set(window, 'isTheOne', true)));

for (const address of elsewhere)
  test(`a page cannot navigate to ${address} by script, link, form or refresh`, async ({ desk }) => {
    const opened = await opening(desk, (page) =>
      page.evaluate(async (address) => {
        const attempt = async (leave: () => unknown) => {
          try {
            await leave();
          } catch {
            // refused at once
          }
          await new Promise((resolve) => setTimeout(resolve, 60));
        };
        const made = <K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] =>
          document.body.appendChild(document.createElement(tag));
        await attempt(() => (location.href = address));
        await attempt(() => location.replace(address));
        await attempt(() => {
          const link = made('a');
          link.href = address;
          link.click();
          link.remove();
        });
        await attempt(() => {
          const form = made('form');
          form.action = address;
          form.requestSubmit();
          form.remove();
        });
        await attempt(() => {
          const refresh = document.head.appendChild(document.createElement('meta'));
          refresh.httpEquiv = 'refresh';
          refresh.content = `0;url=${address}`;
        });
      }, address),
    );
    expect(opened).toEqual([]);
    await isWhereItWas(desk);
  });

test('a page cannot open a window or a program by script, by a link with any target or by a click with modifier keys', async ({
  desk,
}) => {
  const opened = await opening(desk, async (page) => {
    for (const address of ['app://desk/', ...elsewhere, 'about:blank', 'mailto:a@b.example', 'tel:1', 'vnc://a']) {
      const other = await page.evaluate((address) => {
        try {
          return [window.open(address), window.open(address, '_blank', 'popup'), window.open(address, 'named')];
        } catch {
          return [];
        }
      }, address);
      expect(other.filter((one) => one !== null)).toEqual([]);
      await page.evaluate((address) => {
        const link = document.body.appendChild(document.createElement('a'));
        link.id = 'lure';
        link.href = address;
        link.textContent = 'lure';
        link.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999';
      }, address);
      const windows = ['_blank', 'named', ...(elsewhere.includes(address) ? ['_top', '_parent'] : [])];
      for (const target of windows) {
        await page.evaluate((target) => document.querySelector('#lure')?.setAttribute('target', target), target);
        await page.evaluate(() => document.querySelector<HTMLElement>('#lure')?.click());
      }
      if (address === elsewhere[0])
        for (const held of [['Control'], ['Shift'], ['Control', 'Shift'], ['Alt']] as ('Control' | 'Shift' | 'Alt')[][])
          await page.locator('#lure').click({ modifiers: held, force: true });
      await page.locator('#lure').click({ button: 'middle', force: true });
      await page.evaluate(() => document.querySelector('#lure')?.remove());
    }
  });
  expect(opened).toEqual([]);
  await isWhereItWas(desk);
});

test('a page can reload, which going live needs', async ({ desk }) => {
  const anew = desk.page.waitForEvent('load');
  await desk.page.evaluate(() => location.reload());
  await anew;
  await desk.page.locator('h1').first().waitFor();
  expect(await desk.page.evaluate(() => 'isTheOne' in window)).toBe(false);
  await ask(desk.page, 'settings.get', {});
});

test('a page that navigates to about:blank, which cannot be prevented, comes back', async ({ desk }) => {
  await ask(desk.page, 'settings.set', { values: { location: 'COUNTER-1' } });
  await desk.page.evaluate(() => void setTimeout(() => (location.href = 'about:blank')));
  await expect.poll(() => desk.page.evaluate(() => 'isTheOne' in window).catch(() => true)).toBe(false);
  await desk.page.locator('h1').first().waitFor();
  expect(desk.page.url()).toMatch(/^app:\/\/desk\//);
  expect(await ask(desk.page, 'settings.get', {})).toMatchObject({ location: 'COUNTER-1' });
});

test('a second start of the program opens no second window and ends', async ({ desk, home }) => {
  const { electron } = desk;
  const [program = '', folder = ''] = await electron.evaluate(({ app }) => [process.execPath, app.getAppPath()]);
  await electron.evaluate(({ app }) => app.once('second-instance', () => Reflect.set(globalThis, 'wasCalled', true)));
  const code = await electron.evaluate(
    (_electron, [program, folder, home]) =>
      new Promise<number | null>((resolve) => {
        const { spawn } = process.getBuiltinModule('node:child_process');
        spawn(program, [folder, '--disable-gpu', `--user-data-dir=${home}`], { stdio: 'ignore' }).on('exit', resolve);
      }),
    [program, folder, home] as const,
  );
  expect(code).toBe(0);
  await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'wasCalled') as unknown)).toBe(true);
  await isWhereItWas(desk);
});
