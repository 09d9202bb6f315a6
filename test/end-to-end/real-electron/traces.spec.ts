import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { goLive } from '../go-live.ts';
import { freePort } from '../../support/free-port.ts';
import { labelOrder } from '../label-order.ts';

const secret = 'hush-41d7-of-the-service';
const person = { Contact: 'Wilhelmina Traceworthy', Postcode: '98765', Remark: 'ring-at-the-hidden-door' };
const known = [secret, ...Object.values(person)];

const traced = (text: string | Buffer): string[] => known.filter((one) => text.includes(one));

/** The files below `folder` that hold one of them, but for the desk's own data. */
function filesWith(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^desk\/(live|practice)?.*\b(desk\.db|journal)/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && traced(readFileSync(path)).length > 0);
}

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

test('a secret and a person that were entered are in no file for support, log, storage of the page, process list or word of the program, before and after a crash', async ({
  desk,
  home,
}) => {
  const { page, electron } = desk;
  await goLive(page, `http://127.0.0.1:${String(await freePort())}`);
  await ask(page, 'settings.set', { values: { headerName: 'X-Key', holdSeconds: 0 } });
  await ask(page, 'desk.setSecret', { commandId: randomUUID(), value: secret });
  const { id } = await ask(page, 'entry.enqueue', {
    commandId: randomUUID(),
    request: labelOrder('TRACE1', person),
  });
  await page.evaluate((id) => (location.hash = `#/outbox/${id}`), id);
  await expect(page.getByText(person.Contact).first()).toBeVisible();

  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await desk.kill();
  const again = await desk.start();
  const { text } = await ask(again, 'support.file', {});
  expect(text.length).toBeGreaterThan(500);
  expect(traced(text)).toEqual([]);
  const stored = await again.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(traced(stored)).toEqual([]);
  expect(traced(processes())).toEqual([]);
  expect(traced(desk.errors())).toEqual([]);
  await desk.close();
  expect(filesWith(home)).toEqual([]);
  // they are where they belong, and this would have found them
  const live = join(desk.folder, 'live');
  // what a reader that ends later kept from the file itself is in its log still
  const data = readdirSync(live).filter((name) => name.startsWith('desk.db'));
  expect(data.flatMap((name) => traced(readFileSync(join(live, name))))).not.toEqual([]);
});
