import { startDesk, type Desk } from '../../../electron/desk/threads/desk.ts';
import { ordersCsv } from '../../support/orders-csv.ts';
import { absoluteOfRounds, quantile, type Figure, type Round } from '../figure.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 3;
const rows = 5000;
const captureIntervalMs = 25;

/**
 * Measures a capture at a counter while 5,000 rows are imported, from the call to its answer, compared with the same
 * desk at rest.
 */
export async function* duringImport(): AsyncGenerator<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const desk = await startDesk({ folder: join(home, 'desk'), machine: join(home, 'machine') });
  try {
    const counter = captureLoop(desk);
    await counter.save();
    const measuredRounds: Round[] = [];
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      const restingMs = await counter.measureUntil(
        new Promise((resolve) => setTimeout(resolve, 100 * captureIntervalMs)),
      );
      const runImport = await checkImport(desk, round);
      const busyMs = await counter.measureUntil(runImport());
      count += busyMs.length;
      measuredRounds.push({ measured: quantile(busyMs, 0.99), against: quantile(restingMs, 0.99) });
    }
    const name = `capture during an import of ${rows}, p99 of ${count}`;
    yield absoluteOfRounds('outbox', name, measuredRounds, 'ms', 'at rest p99', 20);
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Checks a file of new orders; the returned function queues them. */
async function checkImport(desk: Desk, round: number): Promise<() => Promise<unknown>> {
  const base64 = Buffer.from(ordersCsv(rows).toString().replaceAll('CSV-', `R${round}-`)).toString('base64');
  const { importId, mapping } = await desk.ask('import.open', { name: 'orders.csv', base64, as: 'label-order' });
  const checked = await desk.ask('import.check', { importId, mapping });
  if (checked.bad > 0) throw new Error('a row of the file is bad');
  return () => desk.ask('import.run', { commandId: `import-${round}`, importId, mapping, operator: 'Mia' });
}

function captureLoop(desk: Desk) {
  let count = 0;
  async function save(): Promise<number> {
    const key = `C${count++}`;
    const startedAt = performance.now();
    const Package = {
      PackageId: key,
      ServiceCode: 'SGP',
      ShipToAddress: {
        Contact: 'Ana Ruiz',
        Country: 'ES',
        Province: 'M',
        City: 'Madrid',
        Street1: 'Calle 1',
        Postcode: '28001',
      },
      Weight: 100,
    };
    await desk.ask('entry.enqueue', {
      commandId: `command-${key}`,
      request: { endpoint: 2, body: { Package } },
      operator: 'Mia',
    });
    return performance.now() - startedAt;
  }
  return {
    save,
    /** Saves at regular intervals until `end` settles, and returns the duration of each save (ms). */
    async measureUntil(end: Promise<unknown>): Promise<number[]> {
      let hasEnded = false;
      const settled = end.finally(() => (hasEnded = true));
      const tookMs: number[] = [];
      while (!hasEnded) {
        tookMs.push(await save());
        await new Promise((resolve) => setTimeout(resolve, captureIntervalMs));
      }
      await settled;
      return tookMs;
    },
  };
}
