import { filesRunAlone, sharedProcessFiles, pureFolders } from '../support/pure-folders.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Changes to global state that outlive the test file. */
const lastingChange =
  /\bvi\.(mock|doMock|stub\w+|useFakeTimers|setSystemTime|spyOn)\b|\bprocess\.(chdir|umask|on)\b|\b(process\.env|globalThis)\b.*[^=!]=[^=>]/;

describe('test files that share a process', () => {
  it('exist in every folder listed as pure', () => {
    expect(pureFolders.filter((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }).length === 0)).toEqual([]);
  });

  it('change no global state, and neither do the helpers in their folders', () => {
    const changesGlobalState = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .some((line) => lastingChange.test(line));
    const filesInPureFolders = globSync(`{${pureFolders.join(',')}}/**/*.ts`, {
      cwd: root,
      exclude: ['renderer/in-browser/**'],
    });
    const changingFiles = filesInPureFolders
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => changesGlobalState(join(root, path)));
    // Files are excluded only if they have to be.
    expect(changingFiles.toSorted()).toEqual(filesRunAlone.toSorted());
  });

  it('include no excluded file', () => {
    expect(sharedProcessFiles().length).toBeGreaterThan(pureFolders.length);
    expect(sharedProcessFiles().filter((path) => filesRunAlone.some((aloneFile) => path.endsWith(aloneFile)))).toEqual(
      [],
    );
  });

  it.each([
    `vi.mock('../../electron/desk/threads/desk.ts');`,
    `vi.useFakeTimers();`,
    `process.env['TZ'] = 'UTC';`,
    `process.chdir(folder);`,
    `globalThis.fetch = answer;`,
  ])('are searched for changes such as %s', (line) => expect(line).toMatch(lastingChange));
});
