import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Folders with code in them; a host is a folder of its own. */
const foldersOf = (part: string): string[] => {
  const files = globSync('**/*.{ts,svelte}', { cwd: join(root, part) }).map((path) => path.replaceAll('\\', '/'));
  return [...new Set(files.map((path) => /^(hosts\/)?[a-z-]+(?=\/)/.exec(path)?.[0] ?? ''))].filter(
    (name) => name !== '' && name !== 'hosts',
  );
};

const pages = ['electron', 'renderer'];

describe.each(pages)('the page of %s', (part) => {
  it('names every folder there is, and no other', () => {
    const page = readFileSync(join(root, part, 'README.md'), 'utf8');
    const named = [...page.matchAll(/^\| `([a-z/-]+)\/` +\|/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(foldersOf(part).toSorted());
  });
});

it('a walk through the files leads from a field to its row and back and each of them is there', () => {
  const page = readFileSync(join(root, 'electron/README.md'), 'utf8');
  const walk = page.slice(page.indexOf('## From a field'), page.indexOf('## What an entry costs'));
  const files = [...walk.matchAll(/\| `((?:electron|renderer|shared)\/[^`]+)` +\|/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
