import { searchIndex } from '../../../electron/outbox/search/search-index.ts';
import { createCheckpointer } from '../../../electron/storage/database/transactions.ts';
import { identify } from '../../../electron/storage/register/identity.ts';
import { openTestJournal } from '../../support/open-test-journal.ts';
import { labelCapture, openTestOutbox } from '../../support/open-test-outbox.ts';
import { ofRounds, quantile, measureMs, type Figure } from '../figure.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 7;
const savesPerRound = 300;

const order = (index: number) => labelCapture(`B${index}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) });

/**
 * Measures a durable capture including the rescue journal, compared with the least it can cost: appending as many bytes
 * to a file and syncing it. The desk does deferred work between captures; its cost is reported separately.
 */
export function* capture(): Generator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const file = openSync(join(folder, 'floor'), 'a');
  const desk = openTestOutbox({ holdMs: 5000 });
  identify(desk.db, randomUUID);
  const journal = openTestJournal(desk, join(folder, 'journal'));
  const deferredTasks = [searchIndex(desk.db), createCheckpointer(desk.db)];
  const text = `${JSON.stringify(order(0).body)}\n`;
  const append = () => {
    writeSync(file, text);
    fdatasyncSync(file);
  };
  let count = 0;
  const saveOrder = () => {
    const taken = order(count++);
    const command = randomUUID();
    return measureMs(() => {
      desk.outbox.enqueue(command, taken, 'Mia', false);
      journal.note();
    });
  };
  const runDeferred = () => {
    const cpuBefore = process.cpuUsage();
    for (const task of deferredTasks) task.processBatch();
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1000;
  };
  // The first captures include compilation.
  for (let index = 0; index < savesPerRound; index++) {
    saveOrder();
    runDeferred();
  }
  const measuredRounds = Array.from({ length: rounds }, () => {
    const pairs = Array.from({ length: savesPerRound }, () => ({
      appendMs: measureMs(append),
      saveMs: saveOrder(),
      deferredMs: runDeferred(),
    }));
    return {
      appendMs: pairs.map((pair) => pair.appendMs),
      saveMs: pairs.map((pair) => pair.saveMs),
      deferredMs: pairs.reduce((sum, pair) => sum + pair.deferredMs, 0) / savesPerRound,
    };
  });
  for (const [name, q, goal] of [
    ['p50', 0.5, 1.4],
    ['p99', 0.99, 2.5],
  ] as const) {
    const roundPairs = measuredRounds.map(({ appendMs, saveMs }) => ({
      measured: quantile(saveMs, q),
      against: quantile(appendMs, q),
    }));
    yield ofRounds('outbox', `capture of one order, ${name}`, roundPairs, 'ms', `append + fdatasync ${name}`, goal);
  }
  const deferredMs = measuredRounds.map((measuredRound) => ({
    measured: measuredRound.deferredMs,
    against: quantile(measuredRound.saveMs, 0.5),
  }));
  yield ofRounds('outbox', 'put off until after a capture', deferredMs, 'ms of the processor', 'a capture, p50', null);
  journal.close();
  desk.close();
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
}
