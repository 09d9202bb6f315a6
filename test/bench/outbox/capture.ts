import { searchIndex } from '../../../electron/outbox/search/search-index.ts';
import { createCheckpointer } from '../../../electron/storage/database/transactions.ts';
import { identify } from '../../../electron/storage/register/identity.ts';
import { openTestJournal } from '../../support/open-test-journal.ts';
import { labelCapture, openTestOutbox } from '../../support/open-test-outbox.ts';
import { ofRounds, quantile, timed, type Figure } from '../figure.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 7;
const each = 300;

const order = (n: number) => labelCapture(`B${n}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) });

/**
 * A durable capture including the rescue journal, compared with the least it can cost: appending as many bytes to a
 * file and syncing it. Between two captures the desk does deferred work; its cost is reported separately.
 */
export function* capture(): Generator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const file = openSync(join(folder, 'floor'), 'a');
  const desk = openTestOutbox({ holdMs: 5000 });
  identify(desk.db, randomUUID);
  const journal = openTestJournal(desk, join(folder, 'journal'));
  const putOff = [searchIndex(desk.db), createCheckpointer(desk.db)];
  const text = `${JSON.stringify(order(0).body)}\n`;
  const append = () => {
    writeSync(file, text);
    fdatasyncSync(file);
  };
  let count = 0;
  const save = () => {
    const taken = order(count++);
    const command = randomUUID();
    return timed(() => {
      desk.outbox.enqueue(command, taken, 'Mia', false);
      journal.note();
    });
  };
  const afterwards = () => {
    const from = process.cpuUsage();
    for (const one of putOff) one.processBatch();
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
  // The first captures include compilation.
  for (let n = 0; n < each; n++) {
    save();
    afterwards();
  }
  const taken = Array.from({ length: rounds }, () => {
    const pairs = Array.from({ length: each }, () => ({ floor: timed(append), saved: save(), later: afterwards() }));
    return {
      floor: pairs.map((one) => one.floor),
      saved: pairs.map((one) => one.saved),
      later: pairs.reduce((sum, one) => sum + one.later, 0) / each,
    };
  });
  for (const [name, q, goal] of [
    ['p50', 0.5, 1.4],
    ['p99', 0.99, 2.5],
  ] as const) {
    const each = taken.map(({ floor, saved }) => ({ measured: quantile(saved, q), against: quantile(floor, q) }));
    yield ofRounds('outbox', `capture of one order, ${name}`, each, 'ms', `append + fdatasync ${name}`, goal);
  }
  const later = taken.map((one) => ({ measured: one.later, against: quantile(one.saved, 0.5) }));
  yield ofRounds('outbox', 'put off until after a capture', later, 'ms of the processor', 'a capture, p50', null);
  journal.close();
  desk.close();
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
}
