import type { FileContent } from '../../../shared/contract/file-content.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { readColumnUse } from '../../../shared/import/column-part.ts';
import { collectQuestions } from '../../../shared/import/import-questions.ts';
import { countSenseless } from '../../../shared/import/import-senseless.ts';
import {
  type ImportBadRow,
  type ImportCellProblem,
  type ImportChecked,
  type ImportMapping,
  type ImportRan,
  importInputs,
  type ImportOpened,
} from '../../../shared/import/import-steps.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { knownFormats } from '../known-formats/known-formats.ts';
import type { CheckedCells } from './check-cells.ts';
import type { ImportThread } from './import-calls.ts';
import { type EnqueueResult, adaptiveSlices } from './import-file.ts';
import {
  applyRemembered,
  rememberHeadings,
  mapColumns,
  droppedMappings,
  mappableFields,
  targetsByPath,
} from './mapping.ts';
import type { SheetChoices, SheetRow, SheetHead, SheetInput, SheetOrders } from './open-sheet.ts';
import { importKind, type ImportKind } from './read-header.ts';
import { badFile } from './table.ts';
import { createHash } from 'node:crypto';

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
    choices: SheetChoices,
    stopped: () => boolean,
    onOutside: (outside: SheetOrders['outside']) => void = () => undefined,
  ): AsyncGenerator<SheetRow[]> {
    const { orders: of, outside } = await thread.ask('begin', choices);
    onOutside(outside);
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
    check: (choices: SheetChoices): Promise<ImportChecked> =>
      exclusively('check', async (stopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        const warnings = new Map<string, ImportCellProblem & { rows: number }>();
        const preview: ImportChecked['preview'] = [];
        const senseless = countSenseless();
        const own = host.startOwnLabelCheck();
        const questions = collectQuestions();
        let asked = 0;
        const onOutside = (outside: SheetOrders['outside']): void => {
          for (const one of outside) warnings.set(`outside ${one.row}`, { ...one, rows: 1 });
        };
        for await (const rows of slices(choices, stopped, onOutside)) {
          for (const row of rows) {
            const labels = row.request && !queued.has(row.row) ? await own.problemsOf(row.request.body) : [];
            for (const one of [...row.warnings, ...row.advice, ...labels.map((label) => labelAdvice(row, label))]) {
              const name = `${one.column} ${one.path} ${one.code} ${one.params['reason'] ?? ''}`;
              const { row: first, rows } = warnings.get(name) ?? { row: one.row, rows: 0 };
              warnings.set(name, { ...one, row: first, rows: rows + 1 });
            }
            if (queued.has(row.row)) continue;
            const remark = knownRefusal(row);
            if (row.questions.length > 0 && row.problems.length === 0) {
              asked += 1;
              for (const one of row.questions) questions.add(row.row, one);
            } else if (row.request && !remark) {
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
        return {
          ...tally,
          queued: queued.size,
          preview,
          warnings: [...warnings.values()],
          senseless: senseless.all(),
          asked,
          questions: questions.all(),
        };
      }),
    run: (choices: SheetChoices, operator: string, decided: boolean): Promise<ImportRan> =>
      exclusively('run', async (stopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        let already = 0;
        const { writeNext } = adaptiveSlices(host.monotonic);
        const questions = collectQuestions();
        let asked = 0;
        for await (const rows of slices(choices, stopped)) {
          const open = rows.filter(({ row }) => !queued.has(row));
          for (const row of open) {
            if (row.request) continue;
            if (row.problems.length > 0) addBadRow(row, null, tally);
            else {
              asked += 1;
              for (const one of row.questions) questions.add(row.row, one);
            }
          }
          const good = open.filter(({ request }) => request !== null);
          while (good.length > 0 && !stopped()) {
            writeNext(good, (some) => (already += queueRows(some, operator, decided, tally)));
            await host.yieldToEventLoop();
          }
        }
        const { good, ...left } = tally;
        return { queued: good, already, ...left, asked, questions: questions.all(), cancelled: stopped() };
      }),
    unsent: (choices: SheetChoices, as: 'csv' | 'xlsx'): Promise<Uint8Array> =>
      exclusively('check', async () => {
        await thread.ask('begin', choices);
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

export interface OpenImportsHost extends ImportSessionHost {
  startImport(): ImportThread;
  /** from the desk's settings */
  units(): UnitSettings;
  /** runs `run` once after `ms`; the returned function cancels it */
  timer: { after(ms: number, run: () => void): () => void };
  newId(): string;
  recall(name: string): unknown;
  remember(name: string, value: unknown): void;
}

/** An abandoned import is closed after this time (ms). */
const importLifeMs = 24 * 3600 * 1000;
/** Each may use as much memory as its thread is allowed; the oldest is closed for a new one. */
const maxOpen = 3;

interface OpenImport {
  name: string;
  kind: ImportKind;
  columns: string[];
  work: ImportSession;
  cancelExpiry: () => void;
}

type OpenInput = Omit<SheetInput, 'units' | 'file' | 'usesColumnNames'> & {
  base64: FileContent;
  /** made by the caller, to cancel the reading */
  openingId?: string | undefined;
};

/**
 * Imports open on screens, each until it is closed or a day old. They are lost when the desk ends; queued entries are
 * not.
 */
export function openImports(host: OpenImportsHost) {
  const imports = new Map<string, OpenImport>();
  /** threads still reading their file, by opening id */
  const readingThreads = new Map<string, ImportThread>();
  /** files are read one after the other, which bounds the total memory */
  let lastRead: Promise<unknown> = Promise.resolve();

  async function readInTurn(thread: ImportThread, sheet: SheetInput, openingId: string): Promise<SheetHead> {
    readingThreads.set(openingId, thread);
    const reading = lastRead.then(() =>
      thread.ask('open', sheet, { transfer: 'content' in sheet.file ? [sheet.file.content] : [] }),
    );
    lastRead = reading.catch(() => undefined);
    try {
      return await reading;
    } catch (error) {
      await thread.close();
      throw error;
    } finally {
      readingThreads.delete(openingId);
    }
  }

  async function close(importId: string): Promise<void> {
    const found = imports.get(importId);
    imports.delete(importId);
    found?.cancelExpiry();
    await found?.work.close();
  }

  const mappingMemoryName = (kind: ImportKind, columns: readonly string[]): string =>
    `import/${kind}/${createHash('sha256').update(JSON.stringify(columns)).digest('hex')}`;

  /** The mapping of the last import with these columns, without parts that are no longer valid. */
  function rememberedMapping(kind: ImportKind, columns: readonly string[]): ImportMapping | null {
    const read = importInputs.mapping.safeParse(host.recall(mappingMemoryName(kind, columns)));
    if (!read.success || read.data.length !== columns.length) return null;
    const { endpoint } = importKind(kind);
    try {
      mapColumns(columns, read.data, endpoint);
      return read.data;
    } catch {
      return null;
    }
  }

  const headingsMemoryName = (kind: ImportKind): string => `import-headings/${kind}`;

  /** The guess, overridden by what each heading was mapped to before, if that field exists. */
  function mappingByHeadings(kind: ImportKind, columns: readonly string[], guessed: ImportMapping): ImportMapping {
    const { endpoint } = importKind(kind);
    const target = targetsByPath(endpoint);
    const leaves = droppedMappings(columns, endpoint, guessed);
    return applyRemembered(
      host.recall(headingsMemoryName(kind)),
      columns,
      guessed,
      (use) => target(readColumnUse(use)?.path ?? '') !== null,
      leaves,
    );
  }

  return {
    /** Throws ProblemError `bad-file`. */
    async open({ openingId, name, kind: wanted, base64, ...as }: OpenInput): Promise<ImportOpened> {
      const thread = host.startImport();
      const importId = host.newId();
      const sheet = { name, kind: wanted, ...as, file: { content: base64 }, units: host.units() };
      const { kind, namedColumns: _named, format, ...head } = await readInTurn(thread, sheet, openingId ?? importId);
      const columns = head.columns.map((column) => column.name);
      const cancelExpiry = host.timer.after(importLifeMs, () => void close(importId));
      imports.set(importId, { name, kind, columns, cancelExpiry, work: importSession(importId, thread, host) });
      for (const old of [...imports.keys()].slice(0, -maxOpen)) await close(old);
      const { endpoint } = importKind(kind);
      const known = as.format === undefined ? rememberedMapping(kind, columns) : null;
      // what a known format says of its headings goes before what the same words meant in another file
      const mapping = known ?? (format ? head.mapping : mappingByHeadings(kind, columns, head.mapping));
      const fields = mappableFields(endpoint, mapping);
      const guessed = wanted === undefined;
      const formats = knownFormats.map((one) => ({ id: one.format, title: one.title }));
      return {
        importId,
        name,
        as: kind,
        guessed,
        ...head,
        format,
        formats,
        fields,
        mapping,
        remembered: known !== null,
      };
    },
    /** Throws ProblemError `bad-file` (reason `closed`) if there is no such import any more. */
    find(importId: string): ImportSession & { name: string } {
      const found = imports.get(importId);
      if (!found) throw badFile('closed', 'The desk no longer has this file. Choose it again; no row is queued twice.');
      return { ...found.work, name: found.name };
    },
    rememberMapping(importId: string, mapping: ImportMapping): void {
      const found = imports.get(importId);
      if (!found) return;
      const { kind, columns } = found;
      host.remember(
        mappingMemoryName(kind, columns),
        columns.map((_, at) => mapping[at] ?? null),
      );
      host.remember(
        headingsMemoryName(kind),
        rememberHeadings(host.recall(headingsMemoryName(kind)), columns, mapping),
      );
    },
    close,
    /** Stops the current work of an import, or the reading of its file. Throws as `find`. */
    async cancel(id: string): Promise<void> {
      const reading = readingThreads.get(id);
      if (reading) await reading.close();
      else this.find(id).cancel();
    },
    async closeAll(): Promise<void> {
      await Promise.all([...readingThreads.values()].map((thread) => thread.close()));
      await Promise.all([...imports.keys()].map(close));
    },
  };
}
