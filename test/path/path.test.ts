import * as paths from '../../shared/path/path.ts';
import { leavesOf, putLeaf } from '../../shared/path/path.ts';
import { describe, expect, it } from 'vitest';

const { anyLine } = paths;
const price = ['Containers', 2, 'Skus', 0, 'Duty', 'Value'];
const inAnyBox = ['Containers', anyLine, 'Skus', anyLine, 'Duty', 'Value'];

describe('a path', () => {
  it('is written in the notation of forms, the contract, issues and mappings, and read back', () => {
    expect(paths.writePath(price)).toBe('Containers[2].Skus[0].Duty.Value');
    expect(paths.contractPath(price)).toBe('Containers[].Skus[].Duty.Value');
    expect(paths.templateOf('Containers[2].Skus[*].Duty.Value')).toBe('Containers[].Skus[].Duty.Value');
    expect(paths.barePath(paths.contractPath(price))).toBe('Containers.Skus.Duty.Value');
    expect(paths.jsonPath(price)).toBe('$.Containers[2].Skus[0].Duty.Value');
    expect(paths.columnPath(inAnyBox)).toBe('$.Containers[*].Skus[*].Duty.Value');
    for (const way of [price, inAnyBox, ['Weight'], ['Skus', anyLine], ['Skus', 12]]) {
      expect(paths.readPath(paths.writePath(way))).toEqual(way);
      expect(paths.readColumnPath(paths.columnPath(way))).toEqual(way);
      expect(paths.fieldPathOf(paths.columnPath(way))).toBe(paths.writePath(way));
    }
    expect(paths.readPath('')).toEqual([]);
    expect(paths.fieldPathOf('$')).toBe('');
  });

  it('as JSONPath is read back whatever its names contain', () => {
    for (const way of [['Package', 'Skus', 0, 'Sku'], ['a b', "it's", 3], ['x\\y'], ['__proto__', 'x']])
      expect(paths.readJsonPath(paths.jsonPath(way))).toEqual(way);
  });

  it('as JSONPath is rejected if malformed or if it has a wildcard', () => {
    for (const text of ['$', '', 'Package', '$.', '$..a', '$.a[*]', '$.a[-1]', '$.a b', "$['a", '$.a[0]x'])
      expect(paths.readJsonPath(text), text).toBeNull();
  });

  it('returns its list lines, outermost first, and its remainder within a line', () => {
    const path = paths.writePath(price);
    expect(paths.linesIn(path)).toEqual([
      { list: 'Containers', line: 2 },
      { list: 'Containers[2].Skus', line: 0 },
    ]);
    expect(paths.relativeTo(paths.lineAt('Containers', 2), path)).toBe('Skus[0].Duty.Value');
    expect(paths.relativeTo('Containers[1]', path)).toBe(undefined);
    expect(paths.fieldInLine('Containers[2].Skus', 0, 'Duty.Value')).toBe(path);
    expect(paths.fieldInAnyLine('Containers', 'Weight')).toBe('Containers[].Weight');
    expect([paths.lastName(path), paths.parentOf(path), paths.parentOf('Weight')]).toEqual([
      'Value',
      'Containers[2].Skus[0].Duty',
      '',
    ]);
    expect([paths.outerList(path), paths.outerList('Weight')]).toEqual(['Containers', 'Weight']);
    expect(paths.withLine(inAnyBox, 7)).toEqual(['Containers', 7, 'Skus', 7, 'Duty', 'Value']);
    expect(paths.withLines(path, [4, 9])).toBe('Containers[4].Skus[9].Duty.Value');
    expect([paths.enclosingLine(path), paths.enclosingLine('Weight')]).toEqual(['Containers[2].Skus[0]', '']);
  });

  it('of a line differs from that of its list', () => {
    for (const line of ['Containers[2]', paths.anyLineOf('Containers'), 'Containers[*]']) {
      expect(paths.isLine(line), line).toBe(true);
      expect(paths.withoutLine(line), line).toBe('Containers');
    }
    for (const path of ['Containers', 'Containers[2].Weight']) {
      expect(paths.isLine(path)).toBe(false);
      expect(paths.withoutLine(path)).toBe(path);
    }
    expect(paths.withoutLine('Containers[2].Skus[0]')).toBe('Containers[2].Skus');
  });

  it('is within a path only if it continues it at a name boundary', () => {
    for (const outer of ['Skus', 'Skus[1]', 'Skus[1].Sku'])
      expect(paths.isWithin('Skus[1].Sku', outer), outer).toBe(true);
    for (const outer of ['Sku', 'Skus[1].S', 'Skus[1].Sku.A']) expect(paths.isWithin('Skus[1].Sku', outer)).toBe(false);
    expect(paths.beginsWith(price, ['Containers', 2])).toBe(true);
    expect(paths.beginsWith(price, ['Containers', 1])).toBe(false);
  });
});

it('a body is rebuilt from its leaves', () => {
  const body = { Package: { Skus: [{ Sku: 'A', Duty: { Value: 2 } }], Parts: [] }, Location: 'GZ' };
  const leaves = leavesOf(body);
  expect(Object.fromEntries(leaves)).toEqual({
    'Package.Skus[0].Sku': 'A',
    'Package.Skus[0].Duty.Value': 2,
    'Package.Parts': [],
    Location: 'GZ',
  });
  const made = {};
  for (const [path, leaf] of leaves) putLeaf(made, paths.readPath(path), leaf);
  expect(made).toEqual(body);
});
