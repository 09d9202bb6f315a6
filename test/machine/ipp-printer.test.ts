import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { draw } from '../../electron/labels/draw.ts';
import { layOut } from '../../electron/labels/lay-out.ts';
import { openFonts } from '../../electron/labels/open-fonts.ts';
import { toPdf } from '../../electron/labels/to-pdf.ts';
import { openIppPrinter } from '../../electron/printers/ipp-printer.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';
import { after, quick } from '../support/raw-labels.ts';

const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-ipp-'));
const started: ChildProcess[] = [];
let uri: string;

function start(program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore' });
  started.push(child);
  return child;
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
/** Starts what listens on a socket of the machine, unless somebody does; one that was killed leaves its socket behind. */
async function serves(socket: string, program: string, ...args: string[]): Promise<void> {
  const listens = (): Promise<boolean> =>
    new Promise((resolve) => {
      const asked = connect(socket, () => resolve((asked.destroy(), true))).on('error', () => resolve(false));
    });
  if (await listens()) return;
  rmSync(socket, { force: true });
  mkdirSync(dirname(socket), { recursive: true });
  start(program, ...args);
  await vi.waitUntil(listens, { timeout: 20_000 });
}

/** Letter is what this printer has in it. */
const printerOf = (width: number, height: number) =>
  openIppPrinter({
    ...{ ...quick, answerMs: 10_000, pollMs: 100, patienceMs: 60_000, uri, user: 'Mia', after, width, height },
    ...{ mediaType: 'application/pdf', completedIsPaper: true, onFault: () => undefined },
  });
const letter = [215.9, 279.4] as const;

beforeAll(async () => {
  // a printer of its kind announces itself, and does not start where it cannot
  await serves('/run/dbus/system_bus_socket', 'dbus-daemon', '--system', '--nofork', '--nopidfile');
  await serves('/run/avahi-daemon/socket', 'avahi-daemon', '--no-drop-root', '--no-chroot', '--no-rlimits');
  const port = await freePort();
  uri = `ipp://localhost:${port}/ipp/print`;
  const about = ['-p', String(port), '-r', 'off', '-n', 'localhost', '-s', '300'];
  start('ippeveprinter', ...about, '-d', folder, '-k', '-f', 'application/pdf', 'Parcel Desk');
  const answers = (): Promise<boolean> =>
    printerOf(...letter).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 60_000, interval: 500 });
}, 120_000);
afterAll(() => {
  for (const child of started.toReversed()) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('a printer of the standard, by IPP', { timeout: 240_000 }, () => {
  it('refuses labels of a size it has not in it, before the first one, and says what it has', async () => {
    await expect(printerOf(100, 150)).rejects.toMatchObject({
      problem: {
        kind: 'printer',
        params: { reason: 'media', said: expect.stringContaining('na_letter_8.5x11in') as string },
      },
    });
  });

  it('takes each label whole, in order, and its word is followed to the end of each job', async () => {
    const fonts = openFonts();
    const pages = SAMPLE_LABELS.slice(0, 3).map((source) => toPdf([draw(layOut(source, fonts), fonts)]));
    const printer = await printerOf(...letter);
    expect(await printer.ready()).toBeNull();
    for (const page of pages) expect(await printer.print(page)).toMatchObject({ end: 'proved', why: 'printer-said' });
    const kept = readdirSync(folder).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b));
    expect(kept.map((name) => readFileSync(join(folder, name)).equals(pages[kept.indexOf(name)]!))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('that is killed in the middle of a job gives no proof, and is sent nothing after', async () => {
    const printer = await openIppPrinter({
      ...{
        ...quick,
        answerMs: 3000,
        pollMs: 100,
        patienceMs: 3000,
        uri,
        user: 'Mia',
        after,
        width: letter[0],
        height: letter[1],
      },
      ...{ mediaType: 'application/pdf', completedIsPaper: true, onFault: () => undefined },
    });
    const printing = printer.print(Buffer.from('%PDF-1.4\n%%EOF\n'));
    await expect.poll(() => readdirSync(folder).length, { timeout: 30_000, interval: 10 }).toBe(4);
    const standard = started.at(-1);
    standard?.kill('SIGKILL');
    expect(await printing).toMatchObject({ end: 'lost' });
    expect(await printer.print(Buffer.from('%PDF-1.4\n%%EOF\n'))).toMatchObject({ end: 'not-left' });
  });
});
