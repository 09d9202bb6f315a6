import * as entryChange from '../../electron/outbox/entry-change.ts';
import { rowFunctions, columnsSetInCopies, type Writers, writersByColumn } from './side-columns.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/design/states.md');
const section = page.slice(page.indexOf('\n## Side columns'), page.indexOf('\n## Rules of change'));

/** The items of the section, each with the columns that it names and their writers. */
const items = section
  .split(/^- /m)
  .slice(1)
  .map((text) => ({
    columns: Array.from((/^([^:]+):/.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g), ([, name = '']) => name),
    set: listed(text, 'set by'),
    cleared: listed(text, 'cleared by'),
    inSql: listed(text, 'written in SQL by'),
  }));

function listed(item: string, label: string): string[] {
  const bullet = item.split('\n  - ').find((one) => one.startsWith(label)) ?? '';
  return Array.from(bullet.replaceAll(/\s+/g, ' ').matchAll(/(?:entering )?`[^`]+`/g), ([name]) => name);
}

describe('the page on states', () => {
  const writers = writersByColumn(root);

  it('has each column that changes after the capture, once', () => {
    const namedColumns = items.flatMap(({ columns }) => columns);
    const computedColumns = Array.from(
      read('test/golden/kept/columns.txt').matchAll(/^entry\.(\w+) .*computed$/gm),
      ([, name]) => name,
    );
    expect(namedColumns.filter((one) => !computedColumns.includes(one)).toSorted()).toEqual(
      [...writers.keys()].toSorted(),
    );
  });

  it('names who sets and who clears it', () => {
    const noWriters: Writers = { set: [], cleared: [], inSql: [] };
    const expectedWriters = items.map(({ columns }) =>
      columns.map((column) => [column, writers.get(column) ?? noWriters]),
    );
    const shownWriters = items.map(({ columns, ...listedWriters }) => columns.map((column) => [column, listedWriters]));
    expect(shownWriters).toEqual(expectedWriters);
  });

  it('is right that one module makes rows', () => {
    const files = globSync('electron/**/*.ts', { cwd: root }).filter((path) => read(path).includes('StoredEntry'));
    expect(files.length).toBeGreaterThan(10);
    const columnSetters = files.flatMap((path) => columnsSetInCopies(path, read(path)));
    expect(columnSetters.filter((one) => !one.startsWith('electron/outbox/entry-change.ts'))).toEqual([]);
    expect(columnSetters.length).toBeGreaterThan(10);
    expect(columnsSetInCopies('a.ts', 'save(row, { ...row, to_cancel: 1 })')).toEqual(['a.ts: to_cancel']);
  });

  it('misses no function that changes a row', () => {
    const otherFunctions = ['actionStep', 'applyChange', 'applyTransition', 'chainChanges'];
    expect(Object.keys(entryChange).toSorted()).toEqual([...Object.keys(rowFunctions), ...otherFunctions].toSorted());
  });
});
