import { aloneInPureFolders, pureFiles, pureFolders } from '../support/pure-folders.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Changes to global state that outlive the test file. */
const lasting =
  /\bvi\.(mock|doMock|stub\w+|useFakeTimers|setSystemTime|spyOn)\b|\bprocess\.(chdir|umask|on)\b|\b(process\.env|globalThis)\b.*[^=!]=[^=>]/;

describe('test files that share a process', () => {
  it('exist in every folder listed as pure', () => {
    expect(pureFolders.filter((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }).length === 0)).toEqual([]);
  });

  it('change no global state, and neither do the helpers in their folders', () => {
    const changes = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .some((line) => lasting.test(line));
    const beside = globSync(`{${pureFolders.join(',')}}/**/*.ts`, { cwd: root, exclude: ['renderer/in-browser/**'] });
    const changing = beside.map((path) => path.replaceAll('\\', '/')).filter((path) => changes(join(root, path)));
    // Files are excluded only if they have to be.
    expect(changing.toSorted()).toEqual(aloneInPureFolders.toSorted());
  });

  it('include no excluded file', () => {
    expect(pureFiles().length).toBeGreaterThan(pureFolders.length);
    expect(pureFiles().filter((path) => aloneInPureFolders.some((alone) => path.endsWith(alone)))).toEqual([]);
  });

  it.each([
    `vi.mock('../../electron/desk/threads/desk.ts');`,
    `vi.useFakeTimers();`,
    `process.env['TZ'] = 'UTC';`,
    `process.chdir(folder);`,
    `globalThis.fetch = answer;`,
  ])('are searched for changes such as %s', (line) => expect(line).toMatch(lasting));
});
