import '../support/quick-folder.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { spawnDesk } from '../support/desk-process.ts';
import { fuzz } from './fuzz.ts';

// `npm run fuzz -- --messages N --seed S`: messages to the browser host of a desk in practice, as a page sends them; ends with 1 where
// one was answered by a fault, or by nothing, where the desk is not whole afterwards or holds ever more memory.
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const home = mkdtempSync(join(tmpdir(), 'parcel-fuzz-'));
const data = join(home, 'data');
const host = await startBrowserHost(data);
try {
  const told = await fuzz(host, { messages: Number(values.messages), seed: Number(values.seed) }, say);
  await host.end('SIGTERM');
  const { lines } = await spawnDesk(['verify', '--data', data], { input: '' }).ended;
  const whole = (lines[0] as { whole?: boolean } | undefined)?.whole === true;
  const beside = readdirSync(home).filter((name) => name !== 'data');
  const errors = host.errors();
  say({ ...told, whole, beside, errors: errors.slice(0, 2000) });
  // a few megabytes of answers are under way at one time, and at another none
  const grew = told.megabytes.last > told.megabytes.half * 1.5 + 100;
  process.exitCode = grew || told.faults.length > 0 || !whole || beside.length > 0 || errors !== '' ? 1 : 0;
} catch (error) {
  await host.end('SIGKILL');
  throw error;
} finally {
  rmSync(home, { recursive: true, force: true });
}
