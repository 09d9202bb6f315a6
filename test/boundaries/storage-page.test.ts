import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Each claim with the files that implement it and the tests listed below it. */
const claims = readFileSync(join(root, 'docs/storage.md'), 'utf8')
  .split(/^- /m)
  .slice(1)
  .map((item) => ({
    claim: item.split('\n  - ')[0]?.trim() ?? '',
    locations: /^ {2}- in: (.+)$/m.exec(item)?.[1] ?? '',
    tests: Array.from(item.matchAll(/^ {2}- test: (.+(?:\n {4}.+)*)$/gm), ([, test = '']) =>
      test.replaceAll(/\n +/g, ' '),
    ),
  }));
const namedTests = claims.flatMap(({ tests }) =>
  tests.map((testReference) => {
    const [, file = testReference, name = ''] = /^`([^`]+)`: (.+)$/.exec(testReference) ?? [];
    return { path: `test/${file}.test.ts`, name };
  }),
);

/** Names of the tests in a file, as written there. */
function testNamesIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test)\b/.test(node.expression.getText(file))) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

describe('the page on storage', () => {
  it('has a test for each claim', () => {
    expect(claims.length).toBeGreaterThan(30);
    expect(claims.filter(({ claim, locations: where, tests }) => !claim || !where || tests.length === 0)).toEqual([]);
  });

  it('names only files and tests that exist', () => {
    const missing = namedTests.filter(
      ({ path, name }) => !existsSync(join(root, path)) || !testNamesIn(path).includes(name),
    );
    expect(missing).toEqual([]);
  });

  it('names only code locations that exist', () => {
    const locations = claims.flatMap(({ locations: where }) => where.replace(/:.*/, '').split(', '));
    const exists = (location: string): boolean =>
      ['', 'electron/'].some((prefix) =>
        [`${prefix}${location}`, `${prefix}${location}.ts`].some((path) => existsSync(join(root, path))),
      );
    expect(locations.filter((location) => location !== 'the same' && !exists(location))).toEqual([]);
  });
});
