import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pureFolders } from '../support/pure-folders.ts';

const root = join(import.meta.dirname, '..');
/** What lasts beyond the file that does it. */
const lasting =
  /\bvi\.(mock|doMock|stub\w+|useFakeTimers|setSystemTime|spyOn)\b|\bprocess\.(chdir|umask|on)\b|\b(process\.env|globalThis)\b.*[^=!]=[^=>]/;

describe('test files that share a process', () => {
  it('are there in every folder that says so', () => {
    expect(pureFolders.filter((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }).length === 0)).toEqual([]);
  });

  it('change nothing that outlives them', () => {
    const changing = globSync(`{${pureFolders.join(',')}}/**/*.ts`, { cwd: root }).filter((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .some((line) => lasting.test(line)),
    );
    expect(changing).toEqual([]);
  });

  it.each([
    `vi.mock('../../electron/desk.ts');`,
    `vi.useFakeTimers();`,
    `process.env['TZ'] = 'UTC';`,
    `process.chdir(folder);`,
    `globalThis.fetch = answer;`,
  ])('would be found: %s', (line) => expect(line).toMatch(lasting));
});
