import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { scanFinder } from '../../electron/memory/scan-finder.ts';
import { printedLabelFacts } from '../../electron/storage/database/migrations/021-paper-that-holds.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { unpackSample } from '../golden/lay-out-folder.ts';
import { firstStatements } from '../support/cut-script.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Columns of the changed tables that existed before this version; the label list is recomputed from them. */
const kept = {
  entry:
    'seq, id, key, state, request, tracking_number, tracking_final, printed_number, printed_at, copies, maybe_printed, replaces',
  print_job: 'seq, id, printer, state, held_for',
  print_label: 'seq, job, place, entry, copy, reason, state, number, proof',
} as const;
const rowsIn = (db: Sqlite): unknown[] =>
  Object.entries(kept).map(([table, columns]) => db.prepare(`SELECT ${columns} FROM ${table} ORDER BY seq`).all());

describe('the version that records what a label shows', { timeout: 120_000 }, () => {
  it('keeps every row of a desk in every state, whichever of its statements it was killed before', () => {
    let killed = 0;
    for (;;) {
      const cut = firstStatements(printedLabelFacts.sql, killed);
      if (cut === null) break;
      killed += 1;
      const path = join(unpackSample('version-20').folder, 'desk.db');
      const half = new Database(path);
      const before = rowsIn(half);
      half.pragma('journal_mode = WAL');
      half.exec(`BEGIN EXCLUSIVE; ${cut}`);
      half.close();
      const db = openSqlite(path, deskMigrations.slice(0, printedLabelFacts.version));
      expect(rowsIn(db)).toEqual(before);
      db.close();
    }
    expect(killed).toBe(14);
  });

  it('has every row sealed once a desk has opened it', () => {
    const { folder } = unpackSample('version-20');
    const db = openDesk(folder);
    expect(verifyDatabase(db)).toMatchObject({ whole: true, damages: [], uncovered: 0 });
    db.close();
  });
});

describe('an outdated label', () => {
  let desk: PrintDesk;
  beforeEach(() => (desk = openPrintDesk()));
  afterEach(() => {
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
    desk.close();
  });
  const again = () => desk.reader.labels.page('reprint', {}, 10).rows.map(({ key, stale }) => [key, stale]);
  const rowOf = (id: string, cells: string) => desk.db.exec(`UPDATE entry SET ${cells} WHERE id = '${id}'`);

  it.each([
    ['has a changed number', 'number-changed', `tracking_number = 'T-NEW'`],
    ['had a provisional number that is final now', 'number-final', 'tracking_final = 1'],
  ])('%s', (_name, stale, later) => {
    const [a = ''] = desk.createOrders('A');
    rowOf(a, 'tracking_final = 0');
    desk.printNext(desk.beginJob([a]));
    expect(again()).toEqual([]);
    rowOf(a, later);
    expect(again()).toEqual([['A', stale]]);
    // The old label is found by the number it shows.
    expect(scanFinder(desk.db)('T-A')).toMatchObject({ is: 'entry', entries: [{ id: a }] });
    expect(desk.read.progress(a)).toMatchObject({ list: 'reprint', stale });
    // The new print is valid, and does not count as a copy of the old label.
    const { job } = desk.addJob([a]);
    desk.queue.begin(desk.command(), job, 'Mia');
    expect(desk.read.labels(job, 0, 9)).toMatchObject([{ copy: 1, reason: null }]);
    expect(desk.stepsOf(job)).toContain(`1 Mia add ${stale}`);
    desk.printNext(job);
    expect([again(), desk.reader.labels.counts()]).toMatchObject([[], { printed: 1, reprint: 0 }]);
  });

  it('is still found by its number if that changed before the order was replaced', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    for (const id of [a, b]) desk.printNext(desk.beginJob([id]));
    // one is printed again with its new number, the other is not
    rowOf(a, `tracking_number = 'T-NEW'`);
    rowOf(b, `tracking_number = 'T-NEXT'`);
    desk.printNext(desk.beginJob([b]));
    for (const id of [a, b]) desk.outbox.replace(desk.command(), id, labelCapture(`${id}-2`), 'Mia');
    const scan = scanFinder(desk.db);
    expect(scan('T-A')).toMatchObject({ is: 'entry', entries: [{ id: a, key: 'A' }] });
    for (const old of ['T-B', 'T-NEXT'])
      expect(scan(old)).toMatchObject({ is: 'entry', entries: [{ id: b, key: 'B' }] });
    expect(scan('T-')).toMatchObject({ is: 'unknown' });
  });

  it('belongs to an order corrected after printing, even while the outcome of the print was unknown', () => {
    const [a = ''] = desk.createOrders('A');
    const job = desk.beginJob([a]);
    const attempt = desk.handOver(job);
    rowOf(a, `state = 'refused', settled_at = NULL, reason_text = 'no'`);
    desk.outbox.mend(desk.command(), a, labelCapture('A', { Weight: 900 }), 'Mia', true);
    desk.settleAs('T-A');
    desk.queue.settle(attempt, { end: 'proved', why: 'printer-counted' });
    expect(again()).toEqual([['A', 'corrected']]);
  });

  it('belongs to a replaced order, whether it was replaced before or after printing', () => {
    const [a = '', b = '', c = ''] = desk.createOrders('A', 'B', 'C');
    desk.printNext(desk.beginJob([a]));
    const attempt = desk.handOver(desk.beginJob([b]));
    for (const [id, key] of [
      [a, 'A2'],
      [b, 'B2'],
      [c, 'C2'],
    ] as const) {
      desk.outbox.replace(desk.command(), id, labelCapture(key), 'Mia');
      desk.settleAs(`T-${key}`);
    }
    desk.queue.settle(attempt, { end: 'proved', why: 'printer-counted' });
    // The third order was never printed: its replacement is ready like any other.
    expect(again()).toEqual([
      ['A2', 'replaces'],
      ['B2', 'replaces'],
    ]);
    expect(desk.reader.labels.page('reprint', {}, 1).rows).toMatchObject([{ replacedKey: 'A', printedNumber: null }]);
    expect(desk.reader.labels.page('ready', {}, 9).rows).toMatchObject([{ key: 'C2', replacedKey: null }]);
  });
});
