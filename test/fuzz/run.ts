import '../support/quick-folder.ts';
import { spawnDesk } from '../support/desk-process.ts';
import { prepareRun } from '../support/real-electron/run.ts';
import { startElectron } from '../support/real-electron/start.ts';
import { describeElectron, findOrFetchElectron } from '../support/real-electron/test-electron.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { browserPage } from './browser-page.ts';
import { electronPage } from './electron-page.ts';
import { fuzz, grew, type FuzzedHost } from './fuzz.ts';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run fuzz -- --messages N --seed S [--host browser|electron]` sends messages to a practice desk as a page of that
// host does. Exits with 1 if a message caused a fault or got no answer, if the data is damaged afterwards, or if a
// process kept growing.
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    host: { type: 'string', default: 'browser' },
  },
});
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

interface Running {
  page: FuzzedHost;
  /** the root of its data folders */
  data: string;
  /** output of the host itself */
  errors(): string;
  close(): Promise<void>;
  kill(): Promise<void>;
}

async function inBrowser(data: string): Promise<Running> {
  const host = await startBrowserHost(data);
  return {
    page: browserPage(host),
    data,
    errors: host.stderrOutput,
    close: () => host.end('SIGTERM'),
    kill: () => host.end('SIGKILL'),
  };
}

async function inElectron(home: string): Promise<Running> {
  const electron = await findOrFetchElectron((line) => say({ line }));
  say({ electron: describeElectron(electron) });
  const run = await prepareRun(electron);
  const started = await startElectron(home);
  return {
    page: await electronPage(started.electron, started.page),
    data: join(home, 'desk'),
    // Dialogs may print messages of their own here, so only faults count.
    errors: () => (/fault:|[Uu]nhandled|[Uu]ncaught/.test(started.stderrOutput()) ? started.stderrOutput() : ''),
    async close() {
      await started.close();
      run.end();
    },
    async kill() {
      await started.kill();
      run.end();
    },
  };
}

const home = mkdtempSync(join(tmpdir(), 'parcel-fuzz-'));
// Another user runs Electron.
chmodSync(home, 0o755);
const host = await (values.host === 'electron' ? inElectron : inBrowser)(join(home, 'home'));
try {
  const told = await fuzz(host.page, { messages: Number(values.messages), seed: Number(values.seed) }, say);
  await host.close();
  const { lines, stderr } = await spawnDesk(['verify', '--data', host.data], { input: '' }).result;
  const whole = (lines[0] as { whole?: boolean } | undefined)?.whole === true;
  // Details for this run, because the next one may cause no damage or different damage.
  if (!whole) say({ verify: (lines[0] as object | undefined) ?? { stderr } });
  const beside = readdirSync(home).filter((name) => !name.startsWith('home'));
  const errors = host.errors();
  say({ ...told, whole, beside, errors: errors.slice(0, 2000) });
  const isBad = grew(told.megabytes) || told.faults.length > 0 || !whole || beside.length > 0 || errors !== '';
  process.exitCode = isBad ? 1 : 0;
} catch (error) {
  await host.kill();
  throw error;
} finally {
  rmSync(home, { recursive: true, force: true });
}
