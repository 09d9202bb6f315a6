import type { ImportRow } from '../../../shared/contract/import-procedures.ts';
import type { Result } from '../../../shared/contract/problem.ts';
import type { ImportCellProblem } from '../../../shared/import/import-steps.ts';
import { readColumnPath } from '../../../shared/path/path.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import type { SheetFormat } from '../known-formats/known-formats.ts';
import type { CheckedCells } from './check-cells.ts';
import type { ImportThread } from './import-calls.ts';
import type { SheetHead, SheetRow } from './open-sheet.ts';
import { importKind, type ImportKind } from './read-header.ts';

/** Target for the time (ms) that writing a slice blocks the desk; a transaction with its sync may take longer. */
const maxSliceMs = 8;
const maxSliceRows = 20;

/**
 * Writes rows in slices sized by the duration of earlier ones, so that each stays short. `monotonic`: a monotonic clock
 * (ms).
 */
export function adaptiveSlices(monotonic: () => number) {
  let sliceRows = maxSliceRows / 2;
  return {
    /** Removes one slice from `rows` and writes it. */
    writeNext<T>(rows: T[], write: (batch: T[]) => void): void {
      const startedAt = monotonic();
      write(rows.splice(0, sliceRows));
      const blockedMs = monotonic() - startedAt;
      if (blockedMs > maxSliceMs) sliceRows = Math.max(1, Math.floor(sliceRows / 2));
      else if (blockedMs < maxSliceMs / 2) sliceRows = Math.min(maxSliceRows, sliceRows + 1);
    },
  };
}

/** Maximum time between two slices of one import (ms). */
const maxSliceGapMs = 500;
/** Maximum delay of background work (ms): until it has run, search compares new entries one by one. */
export const maxHoldBackMs = 10_000;

/**
 * Tells background work to wait while rows of a file are written: the rows take half of the desk's own thread, and
 * background work at the same time would delay captures. `monotonic`: a monotonic clock (ms).
 */
export function ongoingImport(monotonic: () => number) {
  let firstWriteAt = -Infinity;
  let lastWriteAt = -Infinity;
  return {
    /** Records that rows were written now. */
    recordWrite(): void {
      const now = monotonic();
      if (now - lastWriteAt > maxSliceGapMs) firstWriteAt = now;
      lastWriteAt = now;
    },
    /** Whether background work should wait: during the first part of an import. */
    shouldWait(): boolean {
      const now = monotonic();
      return now - lastWriteAt <= maxSliceGapMs && now - firstWriteAt < maxHoldBackMs;
    },
  };
}
export type OngoingImport = ReturnType<typeof ongoingImport>;

/** Result of enqueueing one request: the entry, or the problem. `already`: it was queued by an earlier request. */
export type EnqueueResult = Result<{ id: string; key: string; already: boolean }>;

/** A spreadsheet file on this machine. */
export interface FileInput {
  path: string;
  encoding: string;
  kind: ImportKind | undefined;
  format?: string | undefined;
  customFormat?: SheetFormat | undefined;
  units: UnitSettings;
}

export interface ImportHost {
  /** starts the thread that reads the file */
  startImport(): ImportThread;
  /** adds requests to the outbox in one transaction, with one result each */
  enqueue(requests: readonly CheckedCells['request'][]): EnqueueResult[];
  /** lets pending captures run first */
  yieldToEventLoop(): Promise<void>;
  progress(done: number, of: number): void;
  /** a monotonic clock (ms) */
  monotonic(): number;
}

export interface ImportResult {
  rows: ImportRow[];
  queued: number;
  refused: number;
  ignoredColumns: string[];
}

/** Rows per slice: few enough that the desk queues them between two captures. */
const sliceRows = 50;

/**
 * Imports a spreadsheet: queues every good row and returns the others with their problems. Repeated after a crash, it
 * queues the missing rows and reports the rest as already queued. Throws ProblemError `bad-file` if the file cannot be
 * read, before anything is queued; and if a later part exceeds the limits of its thread, after the rows before that
 * part were queued.
 */
export async function importFile({ path, ...input }: FileInput, host: ImportHost): Promise<ImportResult> {
  const thread = host.startImport();
  const importedRows: ImportRow[] = [];
  const { writeNext } = adaptiveSlices(host.monotonic);
  try {
    const head = await thread.ask('open', { name: path, file: { path }, ...input, usesColumnNames: true });
    const { orders: orderCount } = await thread.ask('begin', { mapping: null, corrections: [], answers: [] });
    for (let from = 0; from < orderCount; from += sliceRows) {
      const rows = await thread.ask('slice', { from, count: sliceRows });
      while (rows.length > 0) {
        writeNext(rows, (batch) => {
          importedRows.push(...queueRows(batch, head, host));
          host.progress(importedRows.length, orderCount);
        });
        await host.yieldToEventLoop();
      }
    }
    const queued = importedRows.filter((row) => row.state === 'queued').length;
    const ignoredColumns = head.namedColumns?.ignored ?? [];
    return { rows: importedRows, queued, refused: importedRows.length - queued, ignoredColumns };
  } finally {
    await thread.close();
  }
}

function queueRows(rows: readonly SheetRow[], head: SheetHead, host: ImportHost): ImportRow[] {
  const queueable = rows.flatMap((row) => (row.request ? [{ row, request: row.request }] : []));
  const results = host.enqueue(queueable.map(({ request }) => request));
  const resultByRow = new Map(queueable.map(({ row }, index) => [row, results[index]]));
  return rows.map((row) => importRow(row, head, resultByRow.get(row)));
}

/** The outcome of an order of a file, in terms of its columns. */
export function importRow(row: SheetRow, head: SheetHead, result: EnqueueResult | undefined): ImportRow {
  const hasSeveralRows = row.lastRow > row.row;
  const columnNames = head.namedColumns?.columns ?? head.columns.map(({ name }) => name);
  const toRowProblem = ({ row: cellRow, column, path, message }: Omit<ImportCellProblem, 'code' | 'params'>) => ({
    column: (column === null ? undefined : columnNames[column]) ?? fieldNameOf(path),
    message,
    ...(hasSeveralRows && { row: cellRow }),
  });
  const identity = {
    row: row.row,
    ...(hasSeveralRows && { lastRow: row.lastRow }),
    ...(row.key !== null && { key: row.key }),
  };
  const warnings = [...row.warnings, ...row.missingLetters]
    .map(toRowProblem)
    .map(({ column, ...warning }) => ({ ...warning, column: column ?? '' }));
  const warningFields = warnings.length > 0 ? { warnings } : {};
  if (result?.ok)
    return { ...identity, state: 'queued', id: result.value.id, already: result.value.already, ...warningFields };
  const keyName = endpointOf(importKind(head.kind).endpoint).key?.kind ?? '';
  const problems = row.problems.filter(({ code }) => code !== 'key-used-twice').map(toRowProblem);
  const questions = row.questions.map((one) => toRowProblem({ ...one, row: row.row }));
  const sharedKeyProblems = row.sharedKey ? [{ column: keyName, message: sharedKeyText(row.sharedKey, keyName) }] : [];
  const refusal = result && {
    column: result.problem.kind === 'key-in-use' ? keyName : null,
    message: result.problem.message,
  };
  return {
    ...identity,
    state: 'problem',
    problems: [...problems, ...sharedKeyProblems, ...questions, ...(refusal ? [refusal] : [])],
    ...warningFields,
  };
}

function sharedKeyText({ key, rows, count }: NonNullable<SheetRow['sharedKey']>, keyName: string): string {
  const moreText = count > rows.length ? ` and ${String(count - rows.length)} more` : '';
  return `${key} stands in row ${rows.join(', ')}${moreText} too. Give each order its own ${keyName}; none of these rows was queued.`;
}

const fieldNameOf = (path: string | null): string | null => String(readColumnPath(path ?? '')?.at(-1) ?? '') || null;
