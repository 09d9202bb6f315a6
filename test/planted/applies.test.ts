import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const patches = globSync('*.patch', { cwd: here })
  .map((name) => basename(name, '.patch'))
  .sort();
const mends = globSync('mends/*.patch', { cwd: here })
  .map((path) => path.replace(/\.patch$/, ''))
  .sort();
const named = globSync('named/*.patch', { cwd: here })
  .map((path) => path.replace(/\.patch$/, ''))
  .sort();
const read = (name: string): string => readFileSync(join(here, `${name}.patch`), 'utf8');

/** What is in the way of a patch; empty where it applies to the tree as it is. */
function obstacle(patch: string): string {
  // a repository around this tree is none of ours, and would have its own idea of the paths
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
  const { error, status, stderr } = spawnSync('git', ['apply', '--check', '-'], {
    cwd: root,
    env,
    input: patch,
    encoding: 'utf8',
  });
  return error ? String(error) : status === 0 ? '' : stderr;
}

describe('the planted mistakes', () => {
  it('all apply to the tree as it is, and so do the mends taken back', () => {
    const stuck = [...patches, ...mends, ...named]
      .map((name) => ({ name, why: obstacle(read(name)) }))
      .filter(({ why }) => why !== '');
    expect(stuck).toEqual([]);
  });

  it('take back mends of the issue that told of them', () => {
    expect(mends.length).toBeGreaterThan(12);
  });

  it('are each found by a test that is there, where no story finds them', () => {
    const list = readFileSync(join(here, 'README.md'), 'utf8').matchAll(
      /^\| `(named\/[a-z0-9-]+)` .*\| `([^`]+)` +\|$/gm,
    );
    const listed = Array.from(list, ([, name, test]) => ({ name, isThere: existsSync(join(root, test ?? '')) }));
    expect(listed).toEqual(named.map((name) => ({ name, isThere: true })));
  });

  it('are told apart from what does not apply', () => {
    const altered = read(patches[0] ?? '').replace(/^ (\s*\w)/m, ' no such line $1');
    expect(obstacle(altered)).toContain('does not apply');
  });

  it('are fifty, each with its line in the list, and no other', () => {
    const listed = readFileSync(join(here, 'README.md'), 'utf8').matchAll(
      /^\| `(\d\d-[a-z-]+)` .*\| (?:[12348]|order) +\|$/gm,
    );
    expect([...listed].map(([, name]) => name)).toEqual(patches);
    expect(patches).toHaveLength(50);
  });
});
