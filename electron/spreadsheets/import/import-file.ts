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

/** Target for the time a slice blocks the desk (ms), as far as one transaction with its sync can be that short. */
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
    writeNext<T>(rows: T[], write: (some: T[]) => void): void {
      const began = monotonic();
      write(rows.splice(0, sliceRows));
      const held = monotonic() - began;
      if (held > maxSliceMs) sliceRows = Math.max(1, Math.floor(sliceRows / 2));
      else if (held < maxSliceMs / 2) sliceRows = Math.min(maxSliceRows, sliceRows + 1);
    },
  };
}

/** Maximum time between two slices of one import (ms). */
const maxSliceGapMs = 500;
/** Maximum delay of background work (ms): until it is done, search compares new entries one by one. */
export const maxHoldBackMs = 10_000;

/**
 * Whether rows of a file are being written: that takes half of the desk's own thread, and background work at the same
 * time would delay captures. `monotonic`: a monotonic clock (ms).
 */
export function ongoingImport(monotonic: () => number) {
  let began = -Infinity;
  let last = -Infinity;
  return {
    /** Records that rows were written. */
    wrote(): void {
      const now = monotonic();
      if (now - last > maxSliceGapMs) began = now;
      last = now;
    },
    /** Whether background work should wait: during the first part of an import. */
    shouldWait(): boolean {
      const now = monotonic();
      return now - last <= maxSliceGapMs && now - began < maxHoldBackMs;
    },
  };
}
export type OngoingImport = ReturnType<typeof ongoingImport>;

/** Result of enqueueing one request: the entry, or the problem. */
export type EnqueueResult = Result<{ id: string; key: string; already: boolean }>;

/** A spreadsheet file on this machine. */
export interface FileInput {
  path: string;
  encoding: string;
  kind: ImportKind | undefined;
  format?: string | undefined;
  ownFormat?: SheetFormat | undefined;
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
export async function importFile({ path, ...order }: FileInput, host: ImportHost): Promise<ImportResult> {
  const thread = host.startImport();
  const importedRows: ImportRow[] = [];
  const { writeNext } = adaptiveSlices(host.monotonic);
  try {
    const head = await thread.ask('open', { name: path, file: { path }, ...order, usesColumnNames: true });
    const { orders: of } = await thread.ask('begin', { mapping: null, corrections: [], answers: [] });
    for (let from = 0; from < of; from += sliceRows) {
      const rows = await thread.ask('slice', { from, count: sliceRows });
      while (rows.length > 0) {
        writeNext(rows, (some) => {
          importedRows.push(...queueRows(some, head, host));
          host.progress(importedRows.length, of);
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
  const good = rows.flatMap((row) => (row.request ? [{ row, request: row.request }] : []));
  const results = host.enqueue(good.map(({ request }) => request));
  const queued = new Map(good.map(({ row }, index) => [row, results[index]]));
  return rows.map((row) => importRow(row, head, queued.get(row)));
}

/** The outcome of an order of a file, in terms of its columns. */
export function importRow(row: SheetRow, head: SheetHead, queued: EnqueueResult | undefined): ImportRow {
  const several = row.lastRow > row.row;
  const names = head.namedColumns?.columns ?? head.columns.map(({ name }) => name);
  const toRowProblem = ({ row: at, column, path, message }: Omit<ImportCellProblem, 'code' | 'params'>) => ({
    column: (column === null ? undefined : names[column]) ?? lastStep(path),
    message,
    ...(several && { row: at }),
  });
  const about = { row: row.row, ...(several && { lastRow: row.lastRow }), ...(row.key !== null && { key: row.key }) };
  const warnings = [...row.warnings, ...row.missingLetters]
    .map(toRowProblem)
    .map(({ column, ...noted }) => ({ ...noted, column: column ?? '' }));
  const noted = warnings.length > 0 ? { warnings } : {};
  if (queued?.ok) return { ...about, state: 'queued', id: queued.value.id, already: queued.value.already, ...noted };
  const keyName = endpointOf(importKind(head.kind).endpoint).key?.kind ?? '';
  const problems = row.problems.filter(({ code }) => code !== 'key-used-twice').map(toRowProblem);
  const questions = row.questions.map((one) => toRowProblem({ ...one, row: row.row }));
  const sharedKeyProblems = row.sharedKey ? [{ column: keyName, message: sharedKeyText(row.sharedKey, keyName) }] : [];
  const refused = queued && {
    column: queued.problem.kind === 'key-in-use' ? keyName : null,
    message: queued.problem.message,
  };
  return {
    ...about,
    state: 'problem',
    problems: [...problems, ...sharedKeyProblems, ...questions, ...(refused ? [refused] : [])],
    ...noted,
  };
}

function sharedKeyText({ key, rows, count }: NonNullable<SheetRow['sharedKey']>, keyName: string): string {
  const more = count > rows.length ? ` and ${String(count - rows.length)} more` : '';
  return `${key} stands in row ${rows.join(', ')}${more} too. Give each order its own ${keyName}; none of these rows was queued.`;
}

const lastStep = (path: string | null): string | null => String(readColumnPath(path ?? '')?.at(-1) ?? '') || null;
