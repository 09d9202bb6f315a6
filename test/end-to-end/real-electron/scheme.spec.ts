import { expect, test } from '../desk-test.ts';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

test.use({ goesOn: true });

/** Paths that try to leave the folder of the pages. */
const out = ['package.json', 'electron/main.js', '../../../../etc/passwd', 'desk/desk.db', 'window.json'].flatMap(
  (file) =>
    [
      '../',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%252f',
      '..\\',
      '..%5c',
      '%2e%2e%5c',
      './../',
      '.%00./',
      '....//',
      '/',
      '//',
      '%2f',
      'assets/../../',
      'assets/..%2f..%2f',
      'assets%2f..%2f..%2f',
    ].map((way) => way + file),
);
const odd = [
  '%',
  '%00',
  'index.html%00.js',
  'index.html/',
  'INDEX.HTML',
  '.git/config',
  '.env',
  'assets',
  'assets/',
  'CON',
  'C:/Windows/win.ini',
  'file:///etc/passwd',
  `${'a/'.repeat(200)}a.js`,
  'files/',
  `files/${'a'.repeat(65)}`,
  'files/constructor',
];

test('app:// serves the built pages and no other file of the disk', async ({ desk }) => {
  const answers = await desk.electron.evaluate(
    ({ net }, paths) =>
      Promise.all(
        paths.map(async (path) => {
          try {
            const answer = await net.fetch(`app://desk/${path}`);
            return { path, status: answer.status, text: (await answer.text()).slice(0, 200) };
          } catch (error) {
            return { path, status: 0, text: String(error) };
          }
        }),
      ),
    [...out, ...odd],
  );
  expect(answers).toHaveLength(out.length + odd.length);
  for (const { path, status, text } of answers) {
    expect([0, 404], path).toContain(status);
    expect(text, path).not.toMatch(/root:|parcel-desk"|import |SQLite|"width"/);
  }
  const page = await desk.electron.evaluate(async ({ net }) => (await net.fetch('app://desk/')).status);
  expect(page, 'the same way gives the page itself').toBe(200);
});

test('app:// refuses methods other than GET, and other hosts', async ({ desk }) => {
  const answers = await desk.electron.evaluate(async ({ net }) => {
    const status = async (address: string, init: RequestInit = {}) => {
      try {
        return `${init.method ?? 'GET'} ${address} ${String((await net.fetch(address, init)).status)}`;
      } catch {
        return 'refused';
      }
    };
    const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
    const hosts = ['app://other/', 'app://desk.evil/', 'app://paper/', 'app://paper/1', 'app://a@desk/x'];
    return [
      ...(await Promise.all(methods.map((method) => status('app://desk/', { method })))),
      ...(await Promise.all(hosts.map((host) => status(host)))),
    ];
  });
  expect(answers.filter((one) => one !== 'refused' && !one.endsWith(' 404'))).toEqual([]);
});

test('a page cannot load files or other hosts by fetch, image or style sheet, even without its content security policy', async ({
  desk,
}) => {
  const session = await desk.page.context().newCDPSession(desk.page);
  await session.send('Page.setBypassCSP', { enabled: true });
  try {
    const anew = desk.page.waitForEvent('load');
    await desk.page.evaluate(() => location.reload());
    await anew;
    const reached = await desk.page.evaluate(async () => {
      const addresses = [
        'file:///etc/passwd',
        'file:///etc/hostname',
        'http://127.0.0.1:1/',
        'https://evil.example/a.js',
        'ftp://evil.example/',
      ];
      const outcomes: string[] = [];
      const loaded = (element: HTMLElement, address: string) =>
        new Promise<void>((resolve) => {
          element.addEventListener('load', () => resolve(void outcomes.push(`${element.tagName} ${address}`)));
          element.addEventListener('error', () => resolve());
          setTimeout(resolve, 500);
          document.body.append(element);
        });
      for (const address of addresses) {
        await fetch(address)
          .then(() => outcomes.push(`fetch ${address}`))
          .catch(() => undefined);
        await loaded(Object.assign(new Image(), { src: address }), address);
        await loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }), address);
      }
      return outcomes;
    });
    expect(reached).toEqual([]);
  } finally {
    await session.send('Page.setBypassCSP', { enabled: false });
  }
});

test('the compiled script of the pages is cached for the next start', async ({ desk, home }) => {
  await expect(desk.page.locator('h1').first()).toBeVisible();
  const kept = join(home, 'Code Cache', 'js');
  const largest = () => Math.max(0, ...globSync('*', { cwd: kept }).map((name) => statSync(join(kept, name)).size));
  await expect.poll(largest).toBeGreaterThan(100_000);
});
