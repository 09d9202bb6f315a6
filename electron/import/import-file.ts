import type { ImportRow } from '../../shared/contract/import-procedures.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { badFile } from './bad-file.ts';
import type { CheckedRow } from './check-row.ts';
import { shortHolds } from './short-holds.ts';
import type { ReadAnswer, ReadOrder } from './thread.ts';

/** What was queued for one request: the entry, or why not. */
export type Queued = Result<{ id: string; key: string; already: boolean }>;

export interface ImportHost {
  /** starts the thread that reads files; ends early where the file needs too much memory */
  read(order: ReadOrder): AsyncIterable<ReadAnswer>;
  /** puts requests into the outbox in one transaction, each answering for itself */
  enqueue(requests: readonly CheckedRow['request'][]): Queued[];
  /** lets waiting captures go first */
  yieldToEventLoop(): Promise<void>;
  progress(done: number, of: number): void;
  /** a clock that only runs forward (ms) */
  monotonic(): number;
}

export interface Imported {
  rows: ImportRow[];
  queued: number;
  refused: number;
  ignoredColumns: string[];
}

/**
 * Imports a spreadsheet: every good row is queued, every other answered with its problems. Asked again after a crash, it
 * queues what is missing and answers the rest as queued already. Throws ProblemError `bad-file` before anything is queued.
 */
export async function importFile(order: ReadOrder, host: ImportHost): Promise<Imported> {
  const answered: ImportRow[] = [];
  let head: { rows: number; ignoredColumns: string[] } | null = null;
  let ended = false;
  const { next } = shortHolds(host.monotonic);
  for await (const answer of host.read(order)) {
    if ('failed' in answer) throw new ProblemError(answer.failed);
    if ('head' in answer) head = answer.head;
    else if ('end' in answer) ended = true;
    else
      for (const rows = answer.slice; rows.length > 0;) {
        next(rows, (some) => {
          answered.push(...queueRows(some, host));
          host.progress(answered.length, head?.rows ?? answered.length);
        });
        await host.yieldToEventLoop();
      }
  }
  if (!head || !ended)
    throw badFile('too-big', 'The file needs more memory to read than is allowed. Split it into smaller files.');
  const queued = answered.filter((row) => row.state === 'queued').length;
  return { rows: answered, queued, refused: answered.length - queued, ignoredColumns: head.ignoredColumns };
}

function queueRows(rows: readonly CheckedRow[], host: ImportHost): ImportRow[] {
  const good = rows.filter((row) => row.problems.length === 0);
  const results = host.enqueue(good.map((row) => row.request));
  const queued = new Map(good.map((row, index) => [row, results[index]]));
  return rows.map((row) => importRow(row, queued.get(row)));
}

function importRow(row: CheckedRow, queued: Queued | undefined): ImportRow {
  const last = row.lastRow === undefined ? {} : { lastRow: row.lastRow };
  const head = { row: row.row, ...last, ...(row.key !== null && { key: row.key }) };
  const warnings = row.warnings.map(({ column, ...told }) => ({ ...told, column: column ?? '' }));
  const told = warnings.length > 0 ? { warnings } : {};
  if (queued?.ok) return { ...head, state: 'queued', id: queued.value.id, already: queued.value.already, ...told };
  const own = queued ? [{ column: columnOf(queued, row), message: queued.problem.message }] : [];
  return { ...head, state: 'problem', problems: [...row.problems, ...own], ...told };
}

const columnOf = (queued: Queued & { ok: false }, { request }: CheckedRow): string | null =>
  queued.problem.kind === 'key-in-use' ? (endpointOf(request.endpoint).key?.kind ?? null) : null;
