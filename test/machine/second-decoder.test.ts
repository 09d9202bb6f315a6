import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const samples = join(root, 'electron/practice/samples/scripts.csv');
const listed = z.object({ key: z.string(), state: z.string(), trackingNumber: z.string().nullable() });

const home = mkdtempSync(join(tmpdir(), 'second-decoder-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Runs `desk …` on the test's folder and returns the objects it prints. */
function desk(...words: string[]): unknown[] {
  const args = [join(root, 'electron/hosts/command-line/command-line.ts'), ...words, '--data', join(home, 'desk')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

describe('a PDF of labels in every script, rendered by another program', () => {
  let entries: z.infer<typeof listed>[];
  let pages: string[];

  beforeAll(() => {
    desk('import', samples, '--as', 'label-order');
    desk('deliver', '--until-idle', '--timeout', '100', '--set', 'holdSeconds=0', '--set', 'readFirstSeconds=0.2');
    entries = z.array(listed).parse(desk('list', '--state', 'done'));
    const file = join(home, 'labels.pdf');
    desk('labels', '--out', file);
    // as a label printer with 8 dots per millimetre prints: black and white only
    execFileSync('pdftoppm', ['-r', '203', '-mono', file, join(home, 'page')]);
    pages = readdirSync(home).filter((name) => name.endsWith('.pbm'));
  });

  it('has a page for each order', () => {
    expect(entries.length).toBeGreaterThan(15);
    expect(pages).toHaveLength(entries.length);
  });

  it('shows another decoder the tracking number and the PackageId of each order', () => {
    const read = pages.map((page) =>
      execFileSync('zbarimg', ['--quiet', '-Sdisable', '-Scode128.enable', '-Sqrcode.enable', join(home, page)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
        .trim()
        .split('\n')
        .sort(),
    );
    const expected = entries.map(({ key, trackingNumber }) => [`CODE-128:${trackingNumber ?? ''}`, `QR-Code:${key}`]);
    expect(read.sort()).toEqual(expected.sort());
  });
});
