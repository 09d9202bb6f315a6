import { expect, test } from '../desk-test.ts';
import type { ElectronApplication } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';

test.use({ goesOn: true });
test.skip(process.platform !== 'linux', 'read from /proc');

interface Process {
  pid: number;
  command: string;
  /** lines of /proc/PID/status */
  status: Record<string, string>;
}

function processOf(pid: number): Process {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
    .split('\n')
    .map((line) => line.split(/:\s*/, 2));
  const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { pid, command, status: Object.fromEntries(status) as Record<string, string> };
}

/** The process of the program and all its descendants. */
function processesOf(electron: ElectronApplication): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [processOf(Number(name))];
      } catch {
        return []; // ended meanwhile
      }
    });
  const ours = new Set([electron.process().pid]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const { pid, status } of all) if (ours.has(Number(status['PPid']))) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

test('no process of the program runs as root or with its sandbox switched off', async ({ desk }) => {
  const processes = processesOf(desk.electron);
  expect(processes.length).toBeGreaterThan(3);
  for (const { command, status } of processes) {
    expect(status['Uid']?.split('\t'), command).not.toContain('0');
    expect(command).not.toMatch(
      /--(no-sandbox|disable-(setuid|seccomp-filter|namespace)-sandbox|single-process|no-zygote)( |$)/,
    );
  }
});

test('a page runs in the sandbox of the system: filtered system calls, no privileges, a process namespace of its own', async ({
  desk,
}) => {
  const pids = await desk.electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getOSProcessId()),
  );
  expect(pids).toHaveLength(1);
  const main = processOf(desk.electron.process().pid ?? 0);
  for (const pid of pids) {
    const { command, status } = processOf(pid);
    expect(command).toContain('--type=renderer');
    expect(status).toMatchObject({ Seccomp: '2', NoNewPrivs: '1' });
    expect(BigInt(`0x${status['CapEff'] ?? 'f'}`), 'rights').toBe(0n);
    // It has one more process id than the main process, in a namespace of its own.
    expect(status['NSpid']?.trim().split(/\s+/).length).toBeGreaterThan(
      main.status['NSpid']?.trim().split(/\s+/).length ?? 9,
    );
  }
});

test('only the main process has an inspector, the one the test asks for, and no option loads code into child processes', async ({
  desk,
}) => {
  const { command } = processOf(desk.electron.process().pid ?? 0);
  expect(command).toContain(' --inspect=0 --remote-debugging-port=0 ');
  for (const { command } of processesOf(desk.electron).filter(({ command }) => command.includes('--type=')))
    expect(command).not.toMatch(/--(inspect|js-flags|load-extension|disable-web-security)/);
});

test('a page runs with the safe web preferences of Electron', async ({ desk }) => {
  const [preferences] = await desk.electron.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((one) => (one as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()),
  );
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  for (const name of [
    'nodeIntegrationInWorker',
    'nodeIntegrationInSubFrames',
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'webviewTag',
    'plugins',
    'navigateOnDragDrop',
    'disableBlinkFeatures',
    'enableBlinkFeatures',
  ])
    expect(preferences?.[name] ?? false, name).toBeFalsy();
});
