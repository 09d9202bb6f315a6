import type {
  ImportBadRow,
  ImportCellProblem,
  ImportChecked,
  ImportCorrection,
  ImportMapping,
  ImportRan,
} from '../../shared/import/import-steps.ts';
import { countSenseless } from '../../shared/import/import-senseless.ts';
import type { LabelProblem } from '../../shared/labels/label-layout.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { CheckedCells } from './check-cells.ts';
import type { EnqueueResult } from './import-file.ts';
import type { SheetRow } from './open-sheet.ts';
import type { ImportThread } from './import-asks.ts';
import { adaptiveSlices } from './short-holds.ts';

export interface ImportSessionHost {
  /** adds requests to the outbox in one transaction, with one result each */
  enqueue(requests: readonly CheckedCells['request'][], operator: string, decided: boolean): EnqueueResult[];
  /** lets pending calls run first */
  yieldToEventLoop(): Promise<void>;
  progress(importId: string, done: number, of: number): void;
  /** starts checking the own labels in the orders of a sheet, within a time limit */
  startOwnLabelCheck(): { problemsOf(body: unknown): Promise<LabelProblem[]>; left(): number };
  /** a monotonic clock (ms) */
  monotonic(): number;
}

/** Rows checked per call, in the import's thread. */
const sliceRows = 100;
const badRowsShown = 1000;
const previewCount = 3;

interface Tally {
  good: number;
  bad: number;
  badRows: ImportBadRow[];
}

/** A spreadsheet being imported: one check or run at a time, slice by slice, and cancellable between slices. */
export function importSession(importId: string, thread: ImportThread, host: ImportSessionHost) {
  const queued = new Map<number, string>();
  /** the outbox's problem for a good row, and the key it applies to */
  const refused = new Map<number, { key: string | null; remark: ImportCellProblem }>();
  let running: { act: 'check' | 'run'; stop: boolean; ended: Promise<unknown> } | null = null;

  /** A newer check stops an older one; only a person stops a run. */
  async function exclusively<T>(act: 'check' | 'run', work: (stopped: () => boolean) => Promise<T>): Promise<T> {
    while (running) {
      if (running.act === 'run') throw problem('wrong-state', 'This import is being queued. Stop it first, or wait.');
      running.stop = true;
      await running.ended;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = { act, stop: false, ended: promise };
    running = mine;
    try {
      return await work(() => mine.stop);
    } finally {
      running = null;
      resolve();
    }
  }

  async function* slices(
    mapping: ImportMapping,
    corrections: readonly ImportCorrection[],
    stopped: () => boolean,
  ): AsyncGenerator<SheetRow[]> {
    const of = await thread.ask('begin', { mapping, corrections });
    for (let from = 0; from < of && !stopped(); from += sliceRows) {
      yield await thread.ask('slice', { from, count: sliceRows });
      host.progress(importId, Math.min(of, from + sliceRows), of);
    }
  }

  function addBadRow(row: SheetRow, remark: ImportCellProblem | null, tally: Tally): void {
    const problems = remark ? [...row.problems, remark] : row.problems;
    tally.bad += 1;
    if (tally.badRows.length >= badRowsShown) return;
    const { lastRow, key, lines } = row;
    tally.badRows.push({ row: row.row, lastRow, key, lines, problems, lacks: [] });
  }

  /** A decision to send orders again covers only those that a run has held back for it, which a person has seen. */
  function queueRows(rows: readonly SheetRow[], operator: string, decided: boolean, tally: Tally): number {
    const again = decided ? rows.filter((row) => knownRefusal(row)?.code === 'maybe-taken') : [];
    const others = rows.filter((row) => !again.includes(row));
    return queueAlike(again, operator, true, tally) + queueAlike(others, operator, false, tally);
  }

  function queueAlike(rows: readonly SheetRow[], operator: string, decided: boolean, tally: Tally): number {
    const good = rows.flatMap((row) => (row.request ? [{ row, request: row.request }] : []));
    if (good.length === 0) return 0;
    const answers = host.enqueue(
      good.map(({ request }) => request),
      operator,
      decided,
    );
    let already = 0;
    for (const [index, { row }] of good.entries()) {
      const answer = answers[index];
      if (answer?.ok) {
        queued.set(row.row, answer.value.id);
        refused.delete(row.row);
        if (answer.value.already) already += 1;
        else tally.good += 1;
        continue;
      }
      const problem = answer?.problem ?? { kind: 'internal', message: 'The desk lost an answer of its own.' };
      const about = { row: row.row, column: null, path: null };
      const remark = { ...about, code: problem.kind, params: problem.params ?? {}, message: problem.message };
      refused.set(row.row, { key: row.key, remark });
      addBadRow(row, remark, tally);
    }
    return already;
  }

  const knownRefusal = ({ row, key }: SheetRow): ImportCellProblem | null => {
    const known = refused.get(row);
    return known?.key === key ? known.remark : null;
  };

  return {
    thread,
    check: (mapping: ImportMapping, corrections: readonly ImportCorrection[]): Promise<ImportChecked> =>
      exclusively('check', async (stopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        const warnings = new Map<string, ImportCellProblem & { rows: number }>();
        const preview: ImportChecked['preview'] = [];
        const senseless = countSenseless();
        const own = host.startOwnLabelCheck();
        for await (const rows of slices(mapping, corrections, stopped)) {
          for (const row of rows) {
            const labels = row.request && !queued.has(row.row) ? await own.problemsOf(row.request.body) : [];
            for (const one of [...row.warnings, ...row.advice, ...labels.map((label) => labelAdvice(row, label))]) {
              const name = `${one.column} ${one.path} ${one.code} ${one.params['reason'] ?? ''}`;
              const { row: first, rows } = warnings.get(name) ?? { row: one.row, rows: 0 };
              warnings.set(name, { ...one, row: first, rows: rows + 1 });
            }
            if (queued.has(row.row)) continue;
            const remark = knownRefusal(row);
            if (row.request && !remark) {
              tally.good += 1;
              senseless.count(row);
              const { body } = row.request;
              if (preview.length < previewCount)
                preview.push({ row: row.row, lastRow: row.lastRow, key: row.key, body });
            } else addBadRow(row, remark, tally);
          }
        }
        if (own.left() > 0) warnings.set('left', uncheckedLabels(own.left()));
        if (stopped()) throw problem('cancelled', 'The check was stopped.');
        return { ...tally, queued: queued.size, preview, warnings: [...warnings.values()], senseless: senseless.all() };
      }),
    run: (
      mapping: ImportMapping,
      corrections: readonly ImportCorrection[],
      operator: string,
      decided: boolean,
    ): Promise<ImportRan> =>
      exclusively('run', async (stopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        let already = 0;
        const { writeNext: next } = adaptiveSlices(host.monotonic);
        for await (const rows of slices(mapping, corrections, stopped)) {
          const open = rows.filter(({ row }) => !queued.has(row));
          for (const row of open) if (!row.request) addBadRow(row, null, tally);
          const good = open.filter(({ request }) => request !== null);
          while (good.length > 0 && !stopped()) {
            next(good, (some) => (already += queueRows(some, operator, decided, tally)));
            await host.yieldToEventLoop();
          }
        }
        const { good, ...left } = tally;
        return { queued: good, already, ...left, cancelled: stopped() };
      }),
    unsent: (
      mapping: ImportMapping,
      corrections: readonly ImportCorrection[],
      as: 'csv' | 'xlsx',
    ): Promise<Uint8Array> =>
      exclusively('check', async () => {
        await thread.ask('begin', { mapping, corrections });
        const messages = new Map([...refused].map(([row, { remark }]) => [row, remark.message]));
        return thread.ask('unsent', { as, queued: new Set(queued.keys()), refused: messages });
      }),
    /** Stops the current work before the next slice. */
    cancel(): void {
      if (running) running.stop = true;
    },
    async close(): Promise<void> {
      const ending = running;
      if (ending) ending.stop = true;
      await thread.close();
      await ending?.ended;
    },
  };
}
export type ImportSession = ReturnType<typeof importSession>;

/** A problem of an order's own label, as advice on its row: the service may still accept it. */
const labelAdvice = ({ row }: SheetRow, { field, kind, params, message }: LabelProblem): ImportCellProblem => ({
  row,
  column: null,
  path: `$.Package.${field}`,
  code: kind,
  params: { ...params },
  message,
});

const uncheckedLabels = (rows: number): ImportChecked['warnings'][number] => ({
  row: 0,
  column: null,
  path: null,
  code: 'own-labels-left',
  params: {},
  message:
    'The own labels of these orders were not looked at: it took too long. Today tells of them once they are queued.',
  rows,
});
