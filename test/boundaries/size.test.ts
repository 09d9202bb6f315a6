import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
// a test file may hold the many cases of one idea
const maxOf = (path: string) => (path.startsWith('test/') ? 400 : 250);

/** Files that are longer, and why one idea needs so many lines. A row whose file has become shorter must go. */
const longer: Record<string, string> = {};

describe('one idea, one file', () => {
  const lines = new Map(
    globSync('{electron,shared,renderer,test}/**/*.{ts,svelte,css}', { cwd: root })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8').split('\n').length - 1]),
  );

  it('no source file is longer than 250 lines, no test than 400, without a reason', () => {
    expect([...lines].filter(([path, count]) => count > maxOf(path) && !(path in longer))).toEqual([]);
  });

  it('every reason is still needed', () => {
    expect(Object.keys(longer).filter((path) => (lines.get(path) ?? 0) <= maxOf(path))).toEqual([]);
  });

  it('no file hides behind a name that means nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|types|managers?|misc)(\.|\/)/;
    expect([...lines.keys()].filter((path) => empty.test(path))).toEqual([]);
  });
});
