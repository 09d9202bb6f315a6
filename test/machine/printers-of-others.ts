import { freePort } from '../support/free-port.ts';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

/** Third-party printing programs and their output; `stop` ends the programs and deletes the output. */
export function printersOfOthers() {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-others-'));
  const started: ChildProcess[] = [];

  function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    started.push(child);
    return child;
  }
  const listens = (at: string | number): Promise<boolean> =>
    new Promise((resolve) => {
      const opened = (): void => resolve((asked.destroy(), true));
      const asked = typeof at === 'string' ? connect(at, opened) : connect(at, '127.0.0.1', opened);
      asked.on('error', () => resolve(false));
    });
  const begins = (at: string | number): Promise<boolean> =>
    vi.waitUntil(() => listens(at), { timeout: 60_000, interval: 100 });
  /** Starts a system service on its socket unless one is listening; a killed one leaves its socket file behind. */
  async function serves(socket: string, program: string, ...args: string[]): Promise<void> {
    if (await listens(socket)) return;
    rmSync(socket, { force: true });
    mkdirSync(dirname(socket), { recursive: true });
    start(program, args);
    await begins(socket);
  }

  return {
    folder,
    /** An IPP Everywhere printer that stores the documents it receives in `tray`. */
    async standard(name: string, ...more: string[]): Promise<{ uri: string; tray: string; child: ChildProcess }> {
      // The printer announces itself over Avahi and does not start without it.
      await serves('/run/dbus/system_bus_socket', 'dbus-daemon', '--system', '--nofork', '--nopidfile');
      const quiet = ['--no-drop-root', '--no-chroot', '--no-rlimits'];
      await serves('/run/avahi-daemon/socket', 'avahi-daemon', ...quiet);
      const [port, tray] = [await freePort(), join(folder, name)];
      mkdirSync(tray);
      const about = ['-p', String(port), '-r', 'off', '-n', 'localhost', '-d', tray, '-k', ...more, name];
      const child = start('ippeveprinter', about);
      await begins(port);
      return { uri: `ipp://localhost:${port}/ipp/print`, tray, child };
    },
    /** A command (`-c`) that completes each job at once and counts an impression, as a printer with paper does. */
    printsAtOnce(): string {
      const file = join(folder, 'print-at-once');
      writeFileSync(file, '#!/bin/sh\necho ATTR: job-impressions-completed=1 >&2\n', { mode: 0o755 });
      return file;
    },
    /** A printer loaded with 4 x 6 inch labels that takes pages as rasters and prints each at once. */
    labelPrinter(name: string) {
      const file = join(folder, `${name}.attributes`);
      writeFileSync(file, labelAttributes);
      return this.standard(name, '-a', file, '-c', this.printsAtOnce());
    },
    /** A third-party driver that writes ZPL to a simulated device; `labels` holds what that got, one per connection. */
    async lprint(name: string): Promise<{ uri: string; labels: string[] }> {
      const labels: string[] = [];
      const device = createServer((socket) => {
        const pieces: Buffer[] = [];
        socket
          .on('error', () => undefined)
          .on('data', (piece: Buffer) => {
            pieces.push(piece);
            if (piece.includes('~HQES')) socket.end(wellStatus);
          });
        socket.on('close', () => {
          const zpl = Buffer.concat(pieces).toString('latin1');
          // Status queries arrive over separate connections.
          if (zpl.includes('^XA')) labels.push(zpl);
        });
      }).listen(0, '127.0.0.1');
      device.unref();
      await once(device, 'listening');
      const port = await freePort();
      const home = { HOME: folder, TMPDIR: folder };
      start('lprint', ['server', '-o', `server-port=${port}`, '-o', 'server-hostname=localhost'], home);
      await begins(port);
      const leads = `socket://127.0.0.1:${(device.address() as AddressInfo).port}`;
      const added = ['add', '-u', `ipp://localhost:${port}`, '-d', name, '-v', leads, '-m', 'zpl_4inch-203dpi-dt'];
      execFileSync('lprint', added, { stdio: 'ignore', env: { ...process.env, ...home } });
      return { uri: `ipp://localhost:${port}/ipp/print/${name}`, labels };
    },
    stop(): void {
      for (const child of started.toReversed()) child.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The documents a printer received, ordered by job number. */
export const kept = (tray: string, form: string): Buffer[] =>
  readdirSync(tray)
    .filter((name) => name.endsWith(form))
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))
    .map((name) => readFileSync(join(tray, name)));

const wellStatus = '\x02\r\n PRINTER STATUS\r\n ERRORS: 0 00000000 00000000\r\n WARNINGS: 0 00000000 00000000\r\n\x03';
const size = '{MEMBER integer x-dimension 10160 MEMBER integer y-dimension 15240}';
const edges = ['bottom', 'left', 'right', 'top'];
const label = `{MEMBER collection media-size ${size} MEMBER keyword media-size-name oe_4x6-label_4x6in ${edges
  .map((edge) => `MEMBER integer media-${edge}-margin 0`)
  .join(' ')}}`;
const labelAttributes = [
  ...['supported', 'ready', 'default'].map((of) => `ATTR keyword media-${of} oe_4x6-label_4x6in`),
  ...['database', 'ready', 'default'].map((of) => `ATTR collection media-col-${of} ${label}`),
  `ATTR collection media-size-supported ${size}`,
  ...edges.map((edge) => `ATTR integer media-${edge}-margin-supported 0`),
  ...['supported', 'default'].flatMap((of) => [
    `ATTR keyword print-color-mode-${of} monochrome`,
    `ATTR resolution printer-resolution-${of} 300dpi`,
    `ATTR keyword sides-${of} one-sided`,
  ]),
  'ATTR keyword print-scaling-supported auto,none',
  'ATTR resolution pwg-raster-document-resolution-supported 300dpi',
  'ATTR keyword pwg-raster-document-type-supported sgray_8',
  '',
].join('\n');
