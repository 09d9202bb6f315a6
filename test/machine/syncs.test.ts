import { countTracedSyncs } from '../support/traced-syncs.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../electron/hosts/command-line/command-line.ts');
const learningDesk = join(import.meta.dirname, 'learning-desk.ts');
const orders = 40;

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'syncs-'))));
afterEach(() => rmSync(home, { recursive: true }));

const size = { Weight: 1, Length: 1, Width: 1, Height: 1 };
const words = { ProductName: 'cup', ProductDescription: 'a cup', DeclareName: 'cup', DeclareValue: 1 };
const kind = { ProductFlag: 'Simple', ProductAttribute: 'GeneralCargo' };
const sku = (number: number) =>
  JSON.stringify({ endpoint: 15, body: { Sku: `SYNC-${String(number)}`, ...size, ...words, ...kind } });

describe('the answer to an order', () => {
  it('comes after a sync of that order to the disk', async () => {
    const trace = join(home, 'trace');
    const traced = ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, program];
    const desk = spawn('strace', [...traced, 'enqueue', '--data', join(home, 'desk')], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    desk.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
    const ended = once(desk, 'close');
    const lines = createInterface(desk.stdout);
    for (let number = 0; number < orders; number++) {
      const answered = once(lines, 'line');
      desk.stdin.write(`${sku(number)}\n`);
      const [line] = (await answered) as [string];
      expect(JSON.parse(line), errors).toMatchObject({ key: `SYNC-${String(number)}`, state: 'queued' });
      // strace does not buffer: every call before this answer is already in its file.
      expect(countTracedSyncs(readFileSync(trace, 'utf8'), '/desk.db-wal')).toBeGreaterThanOrEqual(number + 1);
    }
    desk.stdin.end();
    expect((await ended)[0]).toBe(0);
  });
});

describe('a memory learned from orders', () => {
  it('is written without a sync of its own', async () => {
    const trace = join(home, 'trace');
    const traced = ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, learningDesk, home];
    const desk = spawn('strace', traced, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(desk, 'close');
    const syncs: [string, number][] = [];
    for await (const said of createInterface(desk.stdout))
      syncs.push([said, countTracedSyncs(readFileSync(trace, 'utf8'), '/desk.db-wal', '/desk.db')]);
    expect((await ended)[0]).toBe(0);
    const [saved, learned] = syncs;
    expect(syncs.map(([said]) => said)).toEqual(['saved', 'learned']);
    expect(saved?.[1]).toBeGreaterThan(0);
    expect(learned?.[1]).toBe(saved?.[1]);
  });
});
