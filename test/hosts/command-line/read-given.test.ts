import { readSmallFile } from '../../../electron/hosts/command-line/options.ts';
import { temporaryFolder } from '../../support/run-desk.ts';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const module = new URL('../../../electron/hosts/command-line/options.ts', import.meta.url).href;

it('a file named by an option is read without its byte order mark', () => {
  const path = join(temporaryFolder(), 'header.txt');
  writeFileSync(path, '\uFEFFX-Key: one\n');
  expect(readSmallFile(path)).toBe('X-Key: one\n');
});

it('anything but a file of a few lines is refused, and not read to its end', () => {
  const large = join(temporaryFolder(), 'large');
  writeFileSync(large, Buffer.alloc(1024 * 1024 + 1));
  for (const path of [large, temporaryFolder(), '/dev/zero', join(temporaryFolder(), 'none')])
    expect(() => readSmallFile(path), path).toThrow(/cannot be read \(/);
});

it.runIf(process.platform !== 'win32')('a pipe made by the shell is awaited, and one without a writer is not', () => {
  const code = `import(${JSON.stringify(module)}).then(({ readSmallFile }) => process.stdout.write(readSmallFile(process.argv[1])))`;
  const call = `"$0" -e "$1" <(sleep 0.3; printf 'X-Key: '; sleep 0.1; echo slow)`;
  expect(execFileSync('bash', ['-c', call, process.execPath, code], { encoding: 'utf8' })).toBe('X-Key: slow\n');
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readSmallFile(pipe)).toBe('');
});
