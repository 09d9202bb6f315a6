import { importsOf } from './imports-of.ts';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Import cycles, type imports included; each cycle once. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const file of imports.keys()) {
    const seen = new Set<string>();
    const next = [...(imports.get(file) ?? [])];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      next.push(...(imports.get(one) ?? []));
    }
    reached.set(file, seen);
  }
  const inCircles = [...reached].filter(([file, files]) => files.has(file)).map(([file]) => file);
  const groups = inCircles.map((file) =>
    inCircles.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

describe('imports', () => {
  it('never form a cycle', () => {
    const paths = globSync('{electron,shared,renderer,test}/**/*.{ts,svelte}', { cwd: root }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    const imports = new Map(
      paths.map((path) => [
        path,
        importsOf(path, readFileSync(join(root, path), 'utf8'))
          .filter((written) => written.startsWith('.'))
          .map((written) => posix.join(posix.dirname(path), written))
          // A component may render itself recursively.
          .filter((imported) => imported !== path),
      ]),
    );
    expect(paths.length).toBeGreaterThan(500);
    expect(circlesOf(imports)).toEqual([]);
  });

  it('in a cycle of any length are found', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e']],
      ['e', ['d']],
      ['f', ['a']],
    ]);
    expect(circlesOf(imports)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });
});
