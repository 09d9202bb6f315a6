import { globSync, readFileSync } from 'node:fs';
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
