import { firstDay } from '../simulation/dwelling.ts';
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';

// `npm run test:machine [-- FILES]` runs the tests that need root or Debian tools. They mostly wait for disks, so whole
// days of a counter are simulated at the same time, unless files are named.
const root = join(import.meta.dirname, '..', '..');
const soakMinutes = 3;
/** The same days on every machine, as many as a slow one simulates in that time; `npm run soak` simulates more. */
const soakStories = 4;

function ends(program: string, args: readonly string[], priority: number): Promise<number> {
  const child = spawn(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

const soakArguments = ['--minutes', soakMinutes, '--stories', soakStories, '--seed', firstDay].map(String);

const files = process.argv.slice(2);
const codes = await Promise.all([
  ends('test/stages/run-tests.ts', ['vitest', '--config=test/machine/vitest.config.ts', ...files], 0),
  files.length > 0 ? 0 : ends('test/simulation/soak.ts', soakArguments, 10),
]);
process.exit(Math.max(...codes));
