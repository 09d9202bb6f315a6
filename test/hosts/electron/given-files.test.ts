import { createOpenedFiles, findSpreadsheet } from '../../../electron/hosts/electron/opened-files.ts';
import { maxImportBytes } from '../../../shared/import/import-limit.ts';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

describe('the command-line arguments of a start', () => {
  it.each([
    [['desk', '/orders/a.csv'], '/orders/a.csv'],
    [['desk', 'A.XLSX'], '/here/A.XLSX'],
    [['desk', '--flag', '-x.csv', './day/b.csv', 'c.csv'], '/here/day/b.csv'],
    [['desk', 'file:///orders/day%201.csv'], '/orders/day 1.csv'],
    [['a.csv'], null], // The program itself.
    [['desk'], null],
    [['desk', '--file=/orders/a.csv'], null],
    [['desk', '/orders/a.txt'], '/orders/a.txt'],
    [['desk', '/orders/a.pdf'], null],
    [['desk', 'https://example.com/a.csv'], null],
    [['desk', 'file://share.example/a.csv'], null],
    [['desk', '//server/share/a.csv'], null],
    [['desk', String.raw`\\server\share\a.csv`], null],
    [['desk', String.raw`\\?\UNC\server\share\a.csv`], null],
    [['desk', String.raw`\/server/share/a.csv`], null],
    [['desk', 'file:////server/share/a.csv'], null],
    [['desk', 'file:///orders/a%00.csv'], null],
    [['desk', 'javascript:alert(1)//.csv'], null],
    [['desk', 'a\0.csv'], null],
    [['desk', `${'a'.repeat(5000)}.csv`], null],
  ])('%j open %j', (words, path) => {
    expect(findSpreadsheet(words, '/here')).toBe(path);
  });
});

describe('a spreadsheet opened with the desk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'given-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const give = (path: string) => {
    const files = createOpenedFiles(randomUUID);
    const [, , , id = '', name = ''] = files.add(path).split('/');
    return { files, id, name: decodeURIComponent(name), take: () => files.answer(`/given/${id}`, {}) };
  };
  const csv = join(folder, 'day #1 100% ü.csv');
  writeFileSync(csv, 'PackageId\nPD1\n');

  it('is read by its page once, under its name', async () => {
    const { name, take } = give(csv);
    expect(name).toBe('day #1 100% ü.csv');
    expect((await take())?.body).toEqual(new TextEncoder().encode('PackageId\nPD1\n'));
    expect((await take())?.status).toBe(404);
  });
  it('is no longer available once another was opened after it', async () => {
    const { files, take } = give(csv);
    files.add(csv);
    expect((await take())?.status).toBe(404);
  });
  it.each(['/given/../secrets.json', `/given/${randomUUID()}/x`, '/given/', `/files/${randomUUID()}`, '/'])(
    'is not found at %j',
    (address) => {
      expect(give(csv).files.answer(address, {})).toBeNull();
    },
  );
  it('is not found if it is a folder, a pipe or missing, without any wait', async () => {
    mkdirSync(join(folder, 'folder.csv'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    for (const name of ['folder.csv', 'pipe.csv', 'gone.csv', '/dev/zero'])
      expect((await give(join(folder, name)).take())?.status, name).toBe(404);
  });
  it('is not read if it is larger than an import may be', async () => {
    const large = join(folder, 'large.csv');
    writeFileSync(large, '');
    truncateSync(large, maxImportBytes + 1);
    expect((await give(large).take())?.status).toBe(413);
  });
  it('has an address whatever its name contains', () => {
    expect(() => give(join(folder, 'half \ud800.csv'))).not.toThrow();
  });
});
