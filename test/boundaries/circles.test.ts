import { circlesOf } from './circles-of.ts';
import { importsOf } from './imports-of.ts';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('imports', () => {
  it('never form a cycle', () => {
    const paths = globSync('{electron,shared,renderer,test}/**/*.{ts,svelte}', { cwd: root }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    const imports = new Map(
      paths.map((path) => [
        path,
        importsOf(path, readFileSync(join(root, path), 'utf8'))
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => posix.join(posix.dirname(path), specifier))
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
