import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestJournal } from '../support/open-test-journal.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { figure, quantile, timed, type Figure } from './figure.ts';

const rounds = 5;
const each = 400;

/** A durable capture against the least a durable capture can cost: appending as many bytes to a file and syncing it. */
export function* capture(): Generator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const file = openSync(join(folder, 'floor'), 'a');
  const desk = openTestOutbox({ holdMs: 5000 });
  const journal = openTestJournal(desk, join(folder, 'journal'));
  const floor: number[] = [];
  const captured: number[] = [];
  const order = (n: number) => labelCapture(`B${n}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) });
  const text = `${JSON.stringify(order(0).body)}\n`;
  for (let n = 0; n < rounds * each; n++) {
    floor.push(
      timed(() => {
        writeSync(file, text);
        fdatasyncSync(file);
      }),
    );
    const taken = order(n);
    captured.push(
      timed(() => {
        desk.outbox.enqueue(`command-${n}`, taken, 'Mia', false);
        journal.note();
      }),
    );
  }
  for (const [name, q, goal] of [
    ['p50', 0.5, 1.2],
    ['p99', 0.99, 2],
  ] as const) {
    const against = { name: `append + fdatasync ${name}`, value: quantile(floor, q) };
    yield figure('capture', `one order ${name}`, quantile(captured, q), 'ms', against, goal);
  }

  const many = Array.from({ length: 5000 }, (_, n) => order(100_000 + n));
  const batchFloor = timed(() => {
    for (let n = 0; n < many.length; n += 50) writeSync(file, text.repeat(50));
    fdatasyncSync(file);
  });
  const batch = timed(() => {
    for (let n = 0; n < many.length; n += 50) desk.outbox.enqueueMany(many.slice(n, n + 50), 'Mia', false);
  });
  yield figure('capture', 'import of 5,000', batch, 'ms', { name: 'append + one fdatasync', value: batchFloor }, 10);
  journal.close();
  desk.close();
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
}
