import type { ImportThread } from '../../electron/spreadsheets/import/import-calls.ts';
import { importFile } from '../../electron/spreadsheets/import/import-file.ts';
import { importSession } from '../../electron/spreadsheets/import/import-sessions.ts';
import { describe, expect, it } from 'vitest';

const rows = 400;
const row = (n: number) => ({
  row: n + 2,
  lastRow: n + 2,
  key: `A${String(n)}`,
  lines: [],
  problems: [],
  warnings: [],
  missingLetters: [],
  advice: [],
  questions: [],
  sharing: null,
  request: { endpoint: 2, query: {}, body: {} },
});

/** An outbox with a fixed cost in ms per row and per sync, which records how long each transaction held it. */
function outbox(rowMs: number, syncMs: number) {
  let now = 0;
  const holds: { rows: number; ms: number }[] = [];
  return {
    holds,
    host: {
      monotonic: () => now,
      yieldToEventLoop: () => Promise.resolve(),
      startOwnLabelCheck: () => ({ problemsOf: () => Promise.resolve([]), left: () => 0 }),
      progress: () => undefined,
      enqueue(requests: readonly unknown[]) {
        holds.push({ rows: requests.length, ms: syncMs + requests.length * rowMs });
        now += syncMs + requests.length * rowMs;
        return requests.map((_, n) => ({
          ok: true as const,
          value: { id: `e${String(n)}`, key: 'A', already: false },
        }));
      },
    },
  };
}
type Outbox = ReturnType<typeof outbox>;

/** Imports from a path on this machine, as the command line does. */
async function ofFile({ host }: Outbox): Promise<void> {
  const all = Array.from({ length: rows }, (_, n) => row(n));
  const startImport = () => ({
    ask: (what: string, { from = 0, count = 0 }: { from?: number; count?: number }) =>
      Promise.resolve(
        what === 'open'
          ? { kind: 'label-order', columns: [], namedColumns: { columns: [], ignored: [] } }
          : what === 'begin'
            ? { orders: rows, sheetNotes: [] }
            : all.slice(from, from + count),
      ),
    close: () => Promise.resolve(),
  });
  const order = { path: '', encoding: 'utf-8', kind: 'label-order', units: { weightUnit: 'g', lengthUnit: 'cm' } };
  const given = { ...host, startImport } as unknown as Parameters<typeof importFile>[1];
  expect((await importFile(order as Parameters<typeof importFile>[0], given)).queued).toBe(rows);
}

/** Imports from a screen, step by step. */
async function ofScreen({ host }: Outbox): Promise<void> {
  const ask = (what: string, { from = 0, count = 0 }: { from?: number; count?: number }) =>
    Promise.resolve(
      what === 'begin' ? { orders: rows, sheetNotes: [] } : Array.from({ length: count }, (_, n) => row(from + n)),
    );
  const work = importSession('i1', { ask } as unknown as ImportThread, host);
  expect((await work.run({ mapping: [], corrections: [], answers: [] }, 'Mia', false)).queued).toBe(rows);
}

describe.each([
  ['a file', ofFile],
  ['a screen', ofScreen],
])('an import from %s', (_from, run) => {
  it.each([
    ['a fast disk', 0.1, 1],
    ['a slow disk', 0.1, 5],
    ['expensive orders', 1.5, 1],
  ])('holds the desk for at most 8 ms at a time with %s', async (_disk, rowMs, syncMs) => {
    const one = outbox(rowMs, syncMs);
    await run(one);
    // The first transactions measure the cost of a row.
    expect(one.holds.slice(2).filter(({ ms }) => ms > 8)).toEqual([]);
    expect(one.holds.reduce((sum, hold) => sum + hold.rows, 0)).toBe(rows);
  });

  it('writes row by row if one row takes longer than that, and in larger slices if rows are cheap', async () => {
    const [dear, cheap] = [outbox(1, 20), outbox(0.01, 0.5)];
    await run(dear);
    await run(cheap);
    expect(dear.holds.slice(4).map((hold) => hold.rows)).toEqual(dear.holds.slice(4).map(() => 1));
    expect(Math.max(...cheap.holds.map((hold) => hold.rows))).toBe(20);
  });
});
