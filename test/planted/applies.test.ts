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

/** Why a patch does not apply to the current tree; empty if it applies. */
function obstacle(patch: string): string {
  // A repository around this tree would resolve the paths differently.
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
  it('all apply to the current tree, and so do the reverted fixes', () => {
    const stuck = [...patches, ...mends, ...named]
      .map((name) => ({ name, why: obstacle(read(name)) }))
      .filter(({ why }) => why !== '');
    expect(stuck).toEqual([]);
  });

  it('include more than 12 reverted fixes', () => {
    expect(mends.length).toBeGreaterThan(12);
  });

  it('each have an existing test that finds them, if they are in `named`', () => {
    const list = readFileSync(join(here, 'README.md'), 'utf8').matchAll(
      /^\| `(named\/[a-z0-9-]+)` .*\| `([^`]+)` +\|$/gm,
    );
    const listed = Array.from(list, ([, name, test]) => ({ name, isThere: existsSync(join(root, test ?? '')) }));
    expect(listed).toEqual(named.map((name) => ({ name, isThere: true })));
  });

  it('that do not apply are recognized', () => {
    const altered = read(patches[0] ?? '').replace(/^ (\s*\w)/m, ' no such line $1');
    expect(obstacle(altered)).toContain('does not apply');
  });

  it('are exactly fifty, each with its line in the list', () => {
    const listed = readFileSync(join(here, 'README.md'), 'utf8').matchAll(
      /^\| `(\d\d-[a-z-]+)` .*\| (?:[12348]|order) +\|$/gm,
    );
    expect([...listed].map(([, name]) => name)).toEqual(patches);
    expect(patches).toHaveLength(50);
  });
});
