import { freePort } from '../support/free-port.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { goLive } from './go-live.ts';
import { labelOrder } from './label-order.ts';
import { machineOfItsOwn, setUp } from './own-printer.ts';
import { beginIn } from './type-order.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

machineOfItsOwn();

// Generated in each run, since a fixed word would be found in the folder of compiled tests.
const made = randomUUID().slice(0, 8);
const words = {
  secret: `hush-of-the-service-${made}`,
  passphrase: `seven purple boats ${made}`,
  pin: `8${made}`,
  address: `hush-in-an-address-${made}`,
  operator: `Odalys Nameworthy ${made}`,
  contact: `Wilhelmina Traceworthy ${made}`,
  remark: `ring at the hidden door ${made}`,
  half: `Halina Halftyped ${made}`,
  closing: `Clothilde Closetyped ${made}`,
  looked: `looked for ${made}`,
  reason: `torn by Torvald ${made}`,
  cell: `Celestine Cellworthy ${made}`,
  file: `people of ${made}.csv`,
};
const known = Object.values(words);

/** Which of the words are in a text, or in bytes as UTF-8 or UTF-16, the two encodings that a browser writes. */
const traced = (text: string | Buffer): string[] =>
  known.filter((one) => text.includes(one) || (Buffer.isBuffer(text) && text.includes(Buffer.from(one, 'utf16le'))));

/** What `read` finds; nothing if the file or folder is gone, since other journeys end during this one. */
function thereIn<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}
const filesBelow = (folder: string): string[] =>
  thereIn(() => readdirSync(folder, { withFileTypes: true })).flatMap((one) => {
    const path = join(folder, one.name);
    return one.isDirectory() ? filesBelow(path) : [path];
  });

/** The files below `folder` that contain one of the words, except those that match `belongs`. */
const filesWith = (folder: string, belongs: RegExp): string[] =>
  filesBelow(folder)
    .filter((path) => !belongs.test(relative(folder, path)))
    .filter((path) => thereIn(() => (statSync(path).isFile() ? traced(readFileSync(path)) : [])).length > 0);
/** the desk's own data, and folders of other journeys */
const ofDesk = /(^|\/)desk\/(live|practice)?.*\b(desk\.db|journal|safeguards\.json)/;
const ofOthers = (home: string) => (name: string) => name.includes('desk-on-screen-') && !home.includes(name);

/** Command lines and environments of all processes of this machine. */
const processes = (): string =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1') + readFileSync(`/proc/${pid}/environ`, 'latin1');
      } catch {
        return ''; // ended meanwhile
      }
    })
    .join('\n');

test('secrets and personal data appear in no support file, log, page storage, process list, file other than the desk’s own or output of the program, before and after a crash', async ({
  desk,
  home,
  host,
}) => {
  const { page } = desk;
  const commandId = randomUUID;
  const printer = await serveFakeZplPrinter();
  const stored = async () => {
    // Chromium would write its storage some seconds later.
    if (host === 'electron') await desk.electron.evaluate(({ session }) => session.defaultSession.flushStorageData());
    return desk.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  };
  await goLive(page, `http://127.0.0.1:${String(await freePort())}`);
  await setUp(desk, host, `127.0.0.1:${String(printer.at.port)}`);
  await ask(page, 'settings.set', { values: { headerName: 'X-Key', holdSeconds: 3600, senderContact: words.contact } });
  await ask(page, 'desk.setSecret', { commandId: commandId(), value: words.secret });
  await ask(page, 'backup.lock', { commandId: commandId(), passphrase: words.passphrase });
  const { recoveryKey } = await ask(page, 'backup.sheet', {});
  known.push(recoveryKey);
  // The recovery key is stored until it is proved to be on paper.
  await ask(page, 'backup.sheetKept', { part: recoveryKey.slice(-11) });
  // An address that contains a password is refused everywhere.
  for (const address of [`ipp://desk:${words.address}@127.0.0.1/ipp/print`, `socket://${words.address}@127.0.0.1`])
    await expect(ask(page, 'printers.add', { commandId: commandId(), name: 'Other', address })).rejects.toThrow();
  await expect(
    ask(page, 'desk.setService', { commandId: commandId(), address: `https://desk:${words.address}@127.0.0.1` }),
  ).rejects.toThrow();

  await ask(page, 'operators.save', { commandId: commandId(), name: words.operator, code: '7', pin: words.pin });
  await page.reload();
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('Alt+o');
  const asked = page.getByRole('dialog').getByRole('textbox');
  await asked.fill('7');
  await asked.press('Enter');
  await page.locator('input[type=password]').fill(words.pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const acting = { operator: words.operator };
  const request = labelOrder('TRACE1', { Contact: words.contact, Remark: words.remark });
  const { id } = await ask(page, 'entry.enqueue', { commandId: commandId(), request, ...acting });
  for (const [at, reason] of ['', words.reason].entries()) {
    await ask(page, 'print.provisional', { commandId: commandId(), ids: [id], printer: 'Desk 1', reason, ...acting });
    await expect.poll(() => printer.paper.length).toBe(at + 1);
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs).toEqual([]);
  }
  const base64 = Buffer.from(`PackageId,Contact\n,${words.cell}\n`).toString('base64');
  const { importId, mapping } = await ask(page, 'import.open', { name: words.file, base64, encoding: 'utf-8' });
  await ask(page, 'import.check', { importId, mapping, corrections: [] });
  expect(traced(processes())).toEqual([]);

  await page.keyboard.press('F2');
  await beginIn(page, 'Package.ShipToAddress.Contact');
  await page.keyboard.insertText(words.half);
  await page.keyboard.press('Enter');
  const forms = ['form/label-order', 'form/label-order/typed'];
  const keptForms = () => Promise.all(forms.map((name) => ask(page, 'desk.recall', { name })));
  await expect.poll(async () => JSON.stringify(await keptForms())).toContain(words.half);
  await page.evaluate(() => (location.hash = '#/outbox'));
  await page.keyboard.press('F3');
  await page.keyboard.type(words.looked);
  await expect(page.getByText(words.operator).first()).toBeVisible();
  expect(traced(await stored())).toEqual([]);
  expect(traced(page.url())).toEqual([]);
  await page.evaluate((id) => (location.hash = `#/outbox/${id}`), id);
  await expect(page.getByText(words.contact).first()).toBeVisible();

  if (host === 'electron') {
    // an unhandled rejection with all words in its message
    await desk.electron.evaluate((_, said) => void Promise.reject(new Error(said)), known.join('\n    at '));
    await expect.poll(() => desk.errors()).toMatch(/fault|reject/i);
    // and an uncaught exception, after which the desk continues
    await desk.electron.evaluate((_, said) => {
      setTimeout(() => {
        throw new RangeError(said);
      });
    }, known.join('\n    at '));
    await expect.poll(() => desk.errors()).toContain('RangeError');
    await ask(page, 'desk.state', {});
    await desk.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
  }
  expect(traced(desk.errors())).toEqual([]);
  await desk.kill();
  const again = await desk.start();
  const { text } = await ask(again, 'support.file', {});
  expect(text.length).toBeGreaterThan(500);
  expect(traced(text)).toEqual([]);
  expect(traced(await stored())).toEqual([]);
  expect(traced(processes())).toEqual([]);
  expect(traced(desk.errors())).toEqual([]);
  await desk.close();
  await printer.stop();
  expect(filesWith(home, ofDesk)).toEqual([]);
  expect(filesWith(tmpdir(), ofDesk).filter((path) => !ofOthers(home)(path))).toEqual([]);
  // The words are where they belong, which shows that the search finds them.
  const live = join(desk.folder, 'live');
  // Data that a reader kept from being written to the database file is still in its log.
  const data = readdirSync(live).filter((name) => name.startsWith('desk.db'));
  const found = data.flatMap((name) => traced(readFileSync(join(live, name))));
  for (const one of ['operator', 'contact', 'remark', 'half', 'reason'] as const) expect(found).toContain(words[one]);
  // operators and settings, the sender among them, for a restore, and no other person
  expect(traced(readFileSync(join(live, 'safeguards.json')))).toEqual([words.operator, words.contact]);
});

test('half-typed text survives a reload and is in no file of the browser after the window is closed', async ({
  home,
  host,
  playwright,
  launchOptions,
  contextOptions,
}) => {
  test.skip(
    host !== 'browser-host',
    'a desk in Electron has its profile in its home, which the journey above looks through',
  );
  const { url, end } = await startBrowserHost(join(home, 'desk'));
  const profile = join(home, 'profile');
  const browser = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, ...contextOptions });
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('F2');
  await beginIn(page, 'Package.ShipToAddress.Contact');
  await page.keyboard.insertText(words.half);
  await page.reload();
  const field = page.locator('[id="field-Package.ShipToAddress.Contact"]');
  await expect(field).toHaveValue(words.half);
  await field.focus();
  await page.keyboard.insertText(words.closing);
  await page.close({ runBeforeUnload: true });
  await browser.close();
  await end('SIGTERM');
  expect(filesWith(profile, /^$/)).toEqual([]);
});
