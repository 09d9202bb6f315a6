import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestJournal } from '../../support/open-test-journal.ts';
import { labelCapture, openTestOutbox } from '../../support/open-test-outbox.ts';
import { ofRounds, quantile, timed, type Figure } from '../figure.ts';

const rounds = 7;
const each = 300;

const order = (n: number) => labelCapture(`B${n}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) });

/** A durable capture, rescue journal included, against the least it can cost: appending as many bytes to a file and syncing it. */
export function* capture(): Generator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const file = openSync(join(folder, 'floor'), 'a');
  const desk = openTestOutbox({ holdMs: 5000 });
  const journal = openTestJournal(desk, join(folder, 'journal'));
  const text = `${JSON.stringify(order(0).body)}\n`;
  const append = () => {
    writeSync(file, text);
    fdatasyncSync(file);
  };
  let count = 0;
  const save = () => {
    const taken = order(count);
    return timed(() => {
      desk.outbox.enqueue(`command-${count++}`, taken, 'Mia', false);
      journal.note();
    });
  };
  // the first ones pay for compiling
  for (let n = 0; n < each; n++) save();
  const taken = Array.from({ length: rounds }, () => {
    const pairs = Array.from({ length: each }, () => ({ floor: timed(append), saved: save() }));
    return { floor: pairs.map((one) => one.floor), saved: pairs.map((one) => one.saved) };
  });
  for (const [name, q, goal] of [
    ['p50', 0.5, 1.4],
    ['p99', 0.99, 2.5],
  ] as const) {
    const each = taken.map(({ floor, saved }) => ({ measured: quantile(saved, q), against: quantile(floor, q) }));
    yield ofRounds('outbox', `capture of one order, ${name}`, each, 'ms', `append + fdatasync ${name}`, goal);
  }
  journal.close();
  desk.close();
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
}
