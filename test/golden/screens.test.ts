import { keyTable } from '../../renderer/keys/key-table.ts';
import { screens } from '../../renderer/state/screens.ts';
import { runDesk } from '../support/run-desk.ts';
import { expectGolden } from './expect-golden.ts';
import { expect, it } from 'vitest';

it('each action at the desk has the keys it had before', () => {
  expectGolden(
    'keys.txt',
    Object.entries(keyTable).map(([action, { keys, group }]) => `${action} (${group}): ${keys.join(', ')}`),
  );
});

it('each screen has the address it had before', () => {
  expectGolden(
    'routes.txt',
    screens.map((screen) => `#/${screen}`),
  );
});

it('the help of each command shows the usage it showed before', async () => {
  const { stdout } = await runDesk(['--help']);
  const names = [...stdout.matchAll(/^ {2}(?!npm )([a-z-]+) +\S/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const lines: string[] = [];
  for (const name of names) {
    const help = await runDesk([name, '--help']);
    const usage = help.stdout.split('\n').filter((line) => line.includes(`-- ${name}`));
    lines.push(...usage.map((line) => line.trim()));
  }
  expect(lines.length).toBeGreaterThanOrEqual(names.length);
  expectGolden('command-help.txt', lines);
});
