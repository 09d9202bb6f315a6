import { dropRootCommand } from '../support/real-electron/other-user.ts';
import { prepareSandbox } from '../support/real-electron/sandbox.ts';
import { openScreen, type TestScreen } from '../support/real-electron/screen.ts';
import * as installed from './installed.ts';
import { addonIn, asTwin, makePackage, unpackedIn } from './make-package.ts';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, errors } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const { shipped, electronDist, electron, home } = inject('packages');
const program = join(unpackedIn(shipped), 'parcel-desk');

let screen: TestScreen;
let person: installed.Person;
beforeAll(async () => {
  screen = await openScreen();
  person = installed.newPerson(screen.display);
  prepareSandbox(program);
  installed.helpOlderElectron(addonIn(shipped));
});
afterAll(() => {
  // Other test files inspect the package as it was built.
  installed.undoHelp(addonIn(shipped));
  screen.end();
});

/** The ports on which a process and its descendants listen. */
function portsOf(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((pid) => [Number(pid), Number(readOr(`/proc/${pid}/stat`).replace(/^.*\) \S+ (\d+) .*$/s, '$1'))] as const),
  );
  const ours = new Set([root]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid);
  }
  const sockets = new Set([...ours].flatMap(socketsOf));
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readOr(table).split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === listening && sockets.has(`socket:[${inode ?? ''}]`))
    .map(([, local = '']) => parseInt(local.split(':')[1] ?? '', 16));
}

/** Those of these ports that accept a debugger. */
async function debuggersOf(root: number): Promise<number[]> {
  const asked = portsOf(root).map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/json/version`).then((answer) => answer.text(), String);
    return answer.includes('Protocol-Version') ? [port] : [];
  });
  return (await Promise.all(asked)).flat();
}

const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
};

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${String(pid)}/fd/${fd}`);
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}

describe('the shipped package', () => {
  it.each([
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--inspect=0',
    '--inspect-brk',
    '--no-sandbox',
    '--js-flags=--allow-natives-syntax',
    '--renderer-cmd-prefix=/bin/true',
    '--browser-subprocess-path=/bin/true',
    '--user-data-dir=/tmp/elsewhere',
    '--use-mock-keychain',
    '--proxy-server=127.0.0.1:9',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--log-net-log=/tmp/net.json',
  ])('does not start with %s, and prints why', (word) => {
    const { code, err } = person.run([program, word]);
    expect(err).toContain(`Parcel Desk does not start with ${word.split('=')[0] ?? ''}.`);
    expect(code).toBe(1);
    expect(person.run([program, '--desk', '--help', word]).code).toBe(1);
  });

  it('runs no code that the environment names, and does not act as Node', () => {
    const hostile = join(person.home, 'hostile.cjs');
    const mark = join(person.home, 'it-ran');
    writeFileSync(hostile, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
    for (const setting of [`NODE_OPTIONS=--require ${hostile}`, 'ELECTRON_RUN_AS_NODE=1']) {
      const { code, out } = person.run(['env', setting, program, '--desk', '--help']);
      expect([setting, code, out.split('\n')[2]]).toEqual([setting, 0, '  parcel-desk --desk COMMAND …']);
    }
    person.run(['env', 'ELECTRON_RUN_AS_NODE=1', '-u', 'DISPLAY', program, hostile]);
    expect(existsSync(mark)).toBe(false);
  });

  describe('once its window is open', () => {
    let running: ChildProcess;
    beforeAll(async () => {
      const [command = '', ...words] = [...dropRootCommand(), program, '--disable-gpu'];
      running = spawn(command, words, { env: person.env, cwd: person.home, stdio: 'ignore' });
      const isThere = () => expect(installed.windowsOn(screen.display)).toEqual(['Today · Parcel Desk']);
      await vi.waitFor(isThere, { timeout: 120_000, interval: 200 });
    });
    afterAll(async () => {
      if (running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGTERM');
      await once(running, 'exit');
    });

    it('opens no developer tools on any of their keys', async () => {
      const press = (...keys: string[]) =>
        execFileSync('xdotool', ['mousemove', '500', '400', 'key', ...keys], {
          env: { ...process.env, DISPLAY: screen.display },
        });
      press('F12', 'ctrl+shift+i', 'ctrl+shift+j', 'ctrl+shift+c');
      // Once this key has taken effect, the keys before it have been processed.
      await expect
        .poll(() => {
          press('alt+5');
          return installed.windowsOn(screen.display);
        })
        .toEqual(['Settings · Parcel Desk']);
    });

    it('accepts no debugger, and ends on the signal that would start an inspector', async () => {
      // One port is open soon after the window: the practice service is a real HTTP server.
      await expect.poll(() => portsOf(running.pid ?? 0)).toHaveLength(1);
      expect(await debuggersOf(running.pid ?? 0)).toEqual([]);
      const ended = once(running, 'exit');
      running.kill('SIGUSR1');
      expect(await ended).toEqual([null, 'SIGUSR1']);
    });
  });
});

describe('its twin', () => {
  it('runs the same program under a debugger', async () => {
    const output = join(home, 'driven-twin');
    makePackage({
      electronDist,
      version: electron.version,
      output,
      target: 'dir',
      unlike: asTwin,
    });
    installed.helpOlderElectron(addonIn(output));
    const driven = join(unpackedIn(output), 'parcel-desk');
    prepareSandbox(driven);
    const wrapper = join(home, 'start-twin');
    const command = [...dropRootCommand(), driven].map((word) => `'${word}'`).join(' ');
    writeFileSync(wrapper, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
    const twin = installed.newPerson(screen.display);
    const joinTwin = () =>
      _electron.launch({
        executablePath: wrapper,
        chromiumSandbox: true,
        args: ['--disable-gpu'],
        cwd: twin.home,
        env: twin.env as Record<string, string>,
        timeout: 60_000,
      });
    // The package does not wait for Playwright, which misses a window that opens just while it attaches
    // (test/support/real-electron/joined-main.ts).
    const app = await joinTwin().catch((error: unknown) => {
      if (error instanceof errors.TimeoutError) return joinTwin();
      throw error;
    });
    try {
      const page = await app.firstWindow({ timeout: 120_000 });
      await page.locator('h1', { hasText: 'Today' }).waitFor({ timeout: 120_000 });
      expect(await app.evaluate(({ app }) => app.isPackaged)).toBe(true);
      // Shows that the check of the shipped package finds debuggers: here that of the program and that of its pages.
      expect(await debuggersOf(app.process().pid ?? 0)).toHaveLength(2);
      // Only a packaged program can start with the session, once a person has chosen it.
      await page.evaluate(() => (location.hash = '#/settings/display'));
      const starts = page.getByRole('checkbox', { name: 'Open Parcel Desk' });
      await starts.check();
      const entry = join(twin.home, '.config/autostart/parcel-desk.desktop');
      await expect.poll(() => readOr(entry)).toContain(`Exec="${driven}"`);
      execFileSync('desktop-file-validate', [entry]);
      await starts.uncheck();
      await expect.poll(() => existsSync(entry)).toBe(false);
    } finally {
      await app.close();
    }
  });
});
