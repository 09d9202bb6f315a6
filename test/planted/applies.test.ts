import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const root = join(folder, '..', '..');
const patches = globSync('*.patch', { cwd: folder })
  .map((name) => basename(name, '.patch'))
  .sort();
const revertedFixes = globSync('mends/*.patch', { cwd: folder })
  .map((path) => path.replace(/\.patch$/, ''))
  .sort();
const namedMistakes = globSync('named/*.patch', { cwd: folder })
  .map((path) => path.replace(/\.patch$/, ''))
  .sort();
const read = (name: string): string => readFileSync(join(folder, `${name}.patch`), 'utf8');

/** Returns the error if a patch does not apply to the current tree; empty if it applies. */
function applyError(patch: string): string {
  // If this tree is inside another repository, that one would resolve the paths differently.
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
    const failing = [...patches, ...revertedFixes, ...namedMistakes]
      .map((name) => ({ name, error: applyError(read(name)) }))
      .filter(({ error: why }) => why !== '');
    expect(failing).toEqual([]);
  });

  it('include more than 12 reverted fixes', () => {
    expect(revertedFixes.length).toBeGreaterThan(12);
  });

  it('each have an existing test that finds them, if they are in `named`', () => {
    const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(
      /^\| `(named\/[a-z0-9-]+)` .*\| `([^`]+)` +\|$/gm,
    );
    const listedMistakes = Array.from(rows, ([, name, test]) => ({ name, exists: existsSync(join(root, test ?? '')) }));
    expect(listedMistakes).toEqual(namedMistakes.map((name) => ({ name, exists: true })));
  });

  it('are recognized if they do not apply', () => {
    const altered = read(patches[0] ?? '').replace(/^ (\s*\w)/m, ' no such line $1');
    expect(applyError(altered)).toContain('does not apply');
  });

  it('are exactly fifty, each with its line in the list', () => {
    const listedRows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(
      /^\| `(\d\d-[a-z-]+)` .*\| (?:[12348]|order) +\|$/gm,
    );
    expect([...listedRows].map(([, name]) => name)).toEqual(patches);
    expect(patches).toHaveLength(50);
  });
});
