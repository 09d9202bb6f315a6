import { covered } from '../mutants/covered.ts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Folders that contain code; each host and each folder of `rpc/` counts separately. */
const foldersOf = (part: string): string[] => {
  const files = globSync('**/*.{ts,svelte}', { cwd: join(root, part) }).map((path) => path.replaceAll('\\', '/'));
  return [...new Set(files.map((path) => /^(hosts\/|rpc\/)?[a-z-]+(?=\/)/.exec(path)?.[0] ?? ''))].filter(
    (name) => name !== '' && name !== 'hosts',
  );
};

/** Folders that a page must list. A folder of tests that is named after the code it tests needs no entry. */
const foldersToList = (part: string): string[] =>
  part === 'test' ? foldersOf(part).filter((name) => !isNamedAfterCode(name)) : foldersOf(part);
// `support` holds test helpers and does not test `electron/support`.
const isNamedAfterCode = (name: string): boolean =>
  name !== 'support' &&
  ['electron', 'shared'].some((part) => existsSync(join(root, part, name.replace(/^rpc\/.*/, 'rpc'))));

/** The page that lists the folders of each part, and the heading of its table. */
const pages = [
  ['electron', 'electron/README.md', '## The folders'],
  ['renderer', 'renderer/README.md', '# The screens'],
  ['shared', 'docs/architecture.md', '## What both sides agree on'],
  ['test', 'docs/architecture.md', '## The tests'],
] as const;

describe.each(pages)('the folders of %s', (part, page, heading) => {
  it(`are exactly those listed in ${page}`, () => {
    const [, afterHeading = ''] = readFileSync(join(root, page), 'utf8').split(`${heading}\n`);
    const [table = ''] = afterHeading.split('\n## ');
    const listed = [...table.matchAll(/^\| `([a-z/-]+)\/` +\|/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(foldersToList(part).toSorted());
    expect(listed.length).toBeGreaterThan(10);
  });
});

it('the walkthrough from a field to its row and back names only files that exist', () => {
  const page = readFileSync(join(root, 'electron/README.md'), 'utf8');
  const walkthrough = page.slice(page.indexOf('## From a field'), page.indexOf('## What an entry costs'));
  const files = [...walkthrough.matchAll(/\| `((?:electron|renderer|shared)\/[^`]+)` +\|/g)].map(
    ([, path = '']) => path,
  );
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('files listed for mutation testing exist, and so do their tests', () => {
  const listed = Object.entries(covered).flatMap(([file, tests]) => [
    file,
    ...tests.map((name) => `test/${name}.test.ts`),
  ]);
  expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it.each(globSync('{README.md,{docs,electron,renderer}/*.md}', { cwd: root }))(
  'every file that %s names exists',
  (page) => {
    const files = globSync('{electron,renderer,shared,test,packaging}/**/*.{ts,svelte}', { cwd: root }).map(
      (path) => `/${path.replaceAll('\\', '/')}`,
    );
    const listed = [...readFileSync(join(root, page), 'utf8').matchAll(/`([\w/-][\w./-]*\.(?:ts|svelte))`/g)].map(
      ([, path = '']) => path,
    );
    expect(listed.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  },
);
