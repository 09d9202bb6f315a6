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
  buyerMappingFilter,
  mappableFields,
  targetFinder,
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
  /** starts checking own labels of a sheet within a time limit; `left`: number of orders that were not checked */
  startOwnLabelCheck(): { problemsOf(body: unknown): Promise<LabelProblem[]>; left(): number };
  /** a monotonic clock (ms) */
  monotonic(): number;
}

/** Rows checked per call, in the import's thread. */
const sliceRows = 100;
const maxBadRows = 1000;
const maxPreview = 3;

/** Counts of valid and invalid orders, and the first of the invalid ones. */
interface Tally {
  good: number;
  bad: number;
  badRows: ImportBadRow[];
}

/** A spreadsheet being imported: one check or run at a time, slice by slice, and cancellable between slices. */
export function importSession(importId: string, thread: ImportThread, host: ImportSessionHost) {
  /** ids of queued entries, by the first row of the order */
  const queued = new Map<number, string>();
  /** why the outbox refused valid orders, by their first row, and the key for which it did */
  const refusals = new Map<number, { key: string | null; refusal: ImportCellProblem }>();
  let currentWork: { act: 'check' | 'run'; stopRequested: boolean; ended: Promise<unknown> } | null = null;

  /** Runs one piece of work at a time: a newer check stops an older one, but only a person stops a run. */
  async function runExclusively<T>(act: 'check' | 'run', work: (isStopped: () => boolean) => Promise<T>): Promise<T> {
    while (currentWork) {
      if (currentWork.act === 'run')
        throw problem('wrong-state', 'This import is being queued. Stop it first, or wait.');
      currentWork.stopRequested = true;
      await currentWork.ended;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const thisWork = { act, stopRequested: false, ended: promise };
    currentWork = thisWork;
    try {
      return await work(() => thisWork.stopRequested);
    } finally {
      currentWork = null;
      resolve();
    }
  }

  async function* checkedSlices(
    choices: SheetChoices,
    isStopped: () => boolean,
    onSheetNotes: (sheetNotes: SheetOrders['sheetNotes']) => void = () => undefined,
  ): AsyncGenerator<SheetRow[]> {
    const { orders: orderCount, sheetNotes } = await thread.ask('begin', choices);
    onSheetNotes(sheetNotes);
    for (let from = 0; from < orderCount && !isStopped(); from += sliceRows) {
      yield await thread.ask('slice', { from, count: sliceRows });
      host.progress(importId, Math.min(orderCount, from + sliceRows), orderCount);
    }
  }

  function addBadRow(row: SheetRow, refusal: ImportCellProblem | null, tally: Tally): void {
    const problems = refusal ? [...row.problems, refusal] : row.problems;
    tally.bad += 1;
    if (tally.badRows.length >= maxBadRows) return;
    const { lastRow, key, lines } = row;
    tally.badRows.push({ row: row.row, lastRow, key, lines, problems, lacks: [] });
  }

  /** `decided`: a person sends orders again; that covers only those which an earlier run refused as possibly sent. */
  function queueRows(rows: readonly SheetRow[], operator: string, decided: boolean, tally: Tally): number {
    const resendRows = decided ? rows.filter((row) => knownRefusal(row)?.code === 'maybe-taken') : [];
    const otherRows = rows.filter((row) => !resendRows.includes(row));
    return queueBatch(resendRows, operator, true, tally) + queueBatch(otherRows, operator, false, tally);
  }

  function queueBatch(rows: readonly SheetRow[], operator: string, decided: boolean, tally: Tally): number {
    const queueable = rows.flatMap((row) => (row.request ? [{ row, request: row.request }] : []));
    if (queueable.length === 0) return 0;
    const results = host.enqueue(
      queueable.map(({ request }) => request),
      operator,
      decided,
    );
    let already = 0;
    for (const [index, { row }] of queueable.entries()) {
      const result = results[index];
      if (result?.ok) {
        queued.set(row.row, result.value.id);
        refusals.delete(row.row);
        if (result.value.already) already += 1;
        else tally.good += 1;
        continue;
      }
      const problem = result?.problem ?? { kind: 'internal', message: 'The desk lost an answer of its own.' };
      const location = { row: row.row, column: null, path: null };
      const refusal = { ...location, code: problem.kind, params: problem.params ?? {}, message: problem.message };
      refusals.set(row.row, { key: row.key, refusal });
      addBadRow(row, refusal, tally);
    }
    return already;
  }

  const knownRefusal = ({ row, key }: SheetRow): ImportCellProblem | null => {
    const storedRefusal = refusals.get(row);
    return storedRefusal?.key === key ? storedRefusal.refusal : null;
  };

  return {
    thread,
    check: (choices: SheetChoices): Promise<ImportChecked> =>
      runExclusively('check', async (isStopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        const warnings = new Map<string, ImportCellProblem & { rows: number }>();
        const preview: ImportChecked['preview'] = [];
        const senseless = countSenseless();
        const labelCheck = host.startOwnLabelCheck();
        const questions = collectQuestions();
        let askedCount = 0;
        const onSheetNotes = (sheetNotes: SheetOrders['sheetNotes']): void => {
          for (const note of sheetNotes) warnings.set(`outside ${note.row}`, { ...note, rows: 1 });
        };
        for await (const rows of checkedSlices(choices, isStopped, onSheetNotes)) {
          for (const row of rows) {
            const labelProblems =
              row.request && !queued.has(row.row) ? await labelCheck.problemsOf(row.request.body) : [];
            for (const warning of [
              ...row.warnings,
              ...row.advice,
              ...labelProblems.map((label) => labelAdvice(row, label)),
            ]) {
              const warningKey = `${warning.column} ${warning.path} ${warning.code} ${warning.params['reason'] ?? ''}`;
              const { row: firstRow, rows } = warnings.get(warningKey) ?? { row: warning.row, rows: 0 };
              warnings.set(warningKey, { ...warning, row: firstRow, rows: rows + 1 });
            }
            if (queued.has(row.row)) continue;
            const refusal = knownRefusal(row);
            if (row.questions.length > 0 && row.problems.length === 0) {
              askedCount += 1;
              for (const question of row.questions) questions.add(row.row, question);
            } else if (row.request && !refusal) {
              tally.good += 1;
              senseless.count(row);
              const { body } = row.request;
              if (preview.length < maxPreview) preview.push({ row: row.row, lastRow: row.lastRow, key: row.key, body });
            } else addBadRow(row, refusal, tally);
          }
        }
        if (labelCheck.left() > 0) warnings.set('left', uncheckedLabelsWarning(labelCheck.left()));
        if (isStopped()) throw problem('cancelled', 'The check was stopped.');
        return {
          ...tally,
          queued: queued.size,
          preview,
          warnings: [...warnings.values()],
          senseless: senseless.all(),
          asked: askedCount,
          questions: questions.all(),
        };
      }),
    run: (choices: SheetChoices, operator: string, decided: boolean): Promise<ImportRan> =>
      runExclusively('run', async (isStopped) => {
        const tally: Tally = { good: 0, bad: 0, badRows: [] };
        let already = 0;
        const { writeNext } = adaptiveSlices(host.monotonic);
        const questions = collectQuestions();
        let askedCount = 0;
        for await (const rows of checkedSlices(choices, isStopped)) {
          const openRows = rows.filter(({ row }) => !queued.has(row));
          for (const row of openRows) {
            if (row.request) continue;
            if (row.problems.length > 0) addBadRow(row, null, tally);
            else {
              askedCount += 1;
              for (const question of row.questions) questions.add(row.row, question);
            }
          }
          const queueable = openRows.filter(({ request }) => request !== null);
          while (queueable.length > 0 && !isStopped()) {
            writeNext(queueable, (batch) => (already += queueRows(batch, operator, decided, tally)));
            await host.yieldToEventLoop();
          }
        }
        const { good, ...badCounts } = tally;
        return {
          queued: good,
          already,
          ...badCounts,
          asked: askedCount,
          questions: questions.all(),
          cancelled: isStopped(),
        };
      }),
    unsent: (choices: SheetChoices, as: 'csv' | 'xlsx'): Promise<Uint8Array> =>
      runExclusively('check', async () => {
        await thread.ask('begin', choices);
        const messages = new Map([...refusals].map(([row, { refusal }]) => [row, refusal.message]));
        return thread.ask('unsent', { as, queued: new Set(queued.keys()), refused: messages });
      }),
    /** Stops the current work before the next slice. */
    cancel(): void {
      if (currentWork) currentWork.stopRequested = true;
    },
    async close(): Promise<void> {
      const endingWork = currentWork;
      if (endingWork) endingWork.stopRequested = true;
      await thread.close();
      await endingWork?.ended;
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

const uncheckedLabelsWarning = (rows: number): ImportChecked['warnings'][number] => ({
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
/** Each may use all the memory that its thread is allowed, so a new import closes the oldest. */
const maxOpenImports = 3;

interface OpenImport {
  name: string;
  kind: ImportKind;
  columns: string[];
  session: ImportSession;
  cancelExpiry: () => void;
}

type OpenInput = Omit<SheetInput, 'units' | 'file' | 'usesColumnNames'> & {
  base64: FileContent;
  /** made by the caller, to cancel reading the file */
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
  /** files are read one after the other, which limits the memory in use */
  let lastRead: Promise<unknown> = Promise.resolve();

  async function readInTurn(thread: ImportThread, sheet: SheetInput, openingId: string): Promise<SheetHead> {
    readingThreads.set(openingId, thread);
    const opening = lastRead.then(() =>
      thread.ask('open', sheet, { transfer: 'content' in sheet.file ? [sheet.file.content] : [] }),
    );
    lastRead = opening.catch(() => undefined);
    try {
      return await opening;
    } catch (error) {
      await thread.close();
      throw error;
    } finally {
      readingThreads.delete(openingId);
    }
  }

  async function close(importId: string): Promise<void> {
    const openImport = imports.get(importId);
    imports.delete(importId);
    openImport?.cancelExpiry();
    await openImport?.session.close();
  }

  const mappingMemoryName = (kind: ImportKind, columns: readonly string[]): string =>
    `import/${kind}/${createHash('sha256').update(JSON.stringify(columns)).digest('hex')}`;

  /** The mapping of the last import with these columns; null if there is none or it is no longer valid. */
  function rememberedMapping(kind: ImportKind, columns: readonly string[]): ImportMapping | null {
    const stored = importInputs.mapping.safeParse(host.recall(mappingMemoryName(kind, columns)));
    if (!stored.success || stored.data.length !== columns.length) return null;
    const { endpoint } = importKind(kind);
    try {
      mapColumns(columns, stored.data, endpoint);
      return stored.data;
    } catch {
      return null;
    }
  }

  const headingsMemoryName = (kind: ImportKind): string => `import-headings/${kind}`;

  /** The guess, overridden by the field to which each heading was mapped before, if the field exists. */
  function mappingByHeadings(kind: ImportKind, columns: readonly string[], guessed: ImportMapping): ImportMapping {
    const { endpoint } = importKind(kind);
    const target = targetFinder(endpoint);
    const shouldDrop = buyerMappingFilter(columns, endpoint, guessed);
    return applyRemembered(
      host.recall(headingsMemoryName(kind)),
      columns,
      guessed,
      (use) => target(readColumnUse(use)?.path ?? '') !== null,
      shouldDrop,
    );
  }

  return {
    /** Throws ProblemError `bad-file`. */
    async open({ openingId, name, kind: requestedKind, base64, ...options }: OpenInput): Promise<ImportOpened> {
      const thread = host.startImport();
      const importId = host.newId();
      const sheet = { name, kind: requestedKind, ...options, file: { content: base64 }, units: host.units() };
      const { kind, namedColumns: _named, format, ...head } = await readInTurn(thread, sheet, openingId ?? importId);
      const columns = head.columns.map((column) => column.name);
      const cancelExpiry = host.timer.after(importLifeMs, () => void close(importId));
      imports.set(importId, { name, kind, columns, cancelExpiry, session: importSession(importId, thread, host) });
      for (const oldId of [...imports.keys()].slice(0, -maxOpenImports)) await close(oldId);
      const { endpoint } = importKind(kind);
      const remembered = options.format === undefined ? rememberedMapping(kind, columns) : null;
      // a known format takes precedence over what the same headings meant in other files
      const mapping = remembered ?? (format ? head.mapping : mappingByHeadings(kind, columns, head.mapping));
      const fields = mappableFields(endpoint, mapping);
      const guessed = requestedKind === undefined;
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
        remembered: remembered !== null,
      };
    },
    /** Throws ProblemError `bad-file` (reason `closed`) if there is no such import any more. */
    find(importId: string): ImportSession & { name: string } {
      const openImport = imports.get(importId);
      if (!openImport)
        throw badFile('closed', 'The desk no longer has this file. Choose it again; no row is queued twice.');
      return { ...openImport.session, name: openImport.name };
    },
    rememberMapping(importId: string, mapping: ImportMapping): void {
      const openImport = imports.get(importId);
      if (!openImport) return;
      const { kind, columns } = openImport;
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
      const readingThread = readingThreads.get(id);
      if (readingThread) await readingThread.close();
      else this.find(id).cancel();
    },
    async closeAll(): Promise<void> {
      await Promise.all([...readingThreads.values()].map((thread) => thread.close()));
      await Promise.all([...imports.keys()].map(close));
    },
  };
}
