import * as entryChange from '../../electron/outbox/entry-change.ts';
import { calls, rowsMadeIn, type Writers, writersByColumn } from './side-columns.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/design/states.md');
const section = page.slice(page.indexOf('\n## Side columns'), page.indexOf('\n## Rules of change'));

/** Each item of the section, by the columns that it names. */
const items = section
  .split(/^- /m)
  .slice(1)
  .map((text) => ({
    columns: Array.from((/^([^:]+):/.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g), ([, name = '']) => name),
    set: listed(text, 'set by'),
    cleared: listed(text, 'cleared by'),
    inSql: listed(text, 'written in SQL by'),
  }));

function listed(item: string, what: string): string[] {
  const part = item.split('\n  - ').find((one) => one.startsWith(what)) ?? '';
  return Array.from(part.replaceAll(/\s+/g, ' ').matchAll(/(?:entering )?`[^`]+`/g), ([name]) => name);
}

describe('the page on states', () => {
  const writers = writersByColumn(root);

  it('has each column that changes after the capture, once', () => {
    const named = items.flatMap(({ columns }) => columns);
    const computed = Array.from(
      read('test/golden/kept/columns.txt').matchAll(/^entry\.(\w+) .*computed$/gm),
      ([, name]) => name,
    );
    expect(named.filter((one) => !computed.includes(one)).toSorted()).toEqual([...writers.keys()].toSorted());
  });

  it('names who sets and who clears it', () => {
    const none: Writers = { set: [], cleared: [], inSql: [] };
    const wanted = items.map(({ columns }) => columns.map((column) => [column, writers.get(column) ?? none]));
    const shown = items.map(({ columns, ...given }) => columns.map((column) => [column, given]));
    expect(shown).toEqual(wanted);
  });

  it('is right that one module makes rows', () => {
    const files = globSync('electron/**/*.ts', { cwd: root }).filter((path) => read(path).includes('StoredEntry'));
    expect(files.length).toBeGreaterThan(10);
    const makers = files.flatMap((path) => rowsMadeIn(path, read(path)));
    expect(makers.filter((one) => !one.startsWith('electron/outbox/entry-change.ts'))).toEqual([]);
    expect(makers.length).toBeGreaterThan(10);
    expect(rowsMadeIn('a.ts', 'save(row, { ...row, to_cancel: 1 })')).toEqual(['a.ts: to_cancel']);
  });

  it('misses no function that changes a row', () => {
    const others = ['andThen', 'applyChange', 'stepOf', 'transition'];
    expect(Object.keys(entryChange).toSorted()).toEqual([...Object.keys(calls), ...others].toSorted());
  });
});
