import type { DeskFile } from '../../../shared/contract/desk-state.ts';
import type { FileContent } from '../../../shared/contract/file-content.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import type { CreateKind } from '../../../shared/creates/create-kinds.ts';
import { maxImportBytes } from '../../../shared/import/import-limit.ts';
import type { ImportQuestion } from '../../../shared/import/import-questions.ts';
import { countSenseless } from '../../../shared/import/import-senseless.ts';
import type {
  ImportAnswer,
  ImportBadRow,
  ImportCellProblem,
  ImportChecked,
  ImportCorrection,
  ImportMapping,
  ImportOpened,
  ImportRan,
  ImportSenseless,
} from '../../../shared/import/import-steps.ts';
import { command } from '../../state/commands.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { contentOf } from '../../transport/file-content.ts';
import { readOpenedFile } from '../../transport/opened-file.ts';
import { SvelteMap } from 'svelte/reactivity';

/** Text encodings of CSV files, by their common names; the same in every language. */
export const encodings = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030 (GBK, GB2312) 简体中文',
  big5: 'Big5 繁體中文',
  shift_jis: 'Shift_JIS 日本語',
  'euc-kr': 'EUC-KR 한국어',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
} as const;

export type Encoding = keyof typeof encodings;

export const encodingNames = Object.keys(encodings).filter((name): name is Encoding => Object.hasOwn(encodings, name));

/** Text for the spreadsheet rows of an order. */
export function sayRows({ row, lastRow }: { row: number; lastRow: number }): string {
  const n = format.number(row);
  return lastRow === row ? t().imports.rowNo({ n }) : t().imports.rowsNo({ n, last: format.number(lastRow) });
}

export type ImportStage = 'choose' | 'reading' | 'map' | 'checking' | 'checked' | 'running';

/**
 * Import of a spreadsheet, from the file to the outbox. It survives leaving the screen, and ends when another file is
 * opened.
 */
class ImportTask {
  stage = $state<ImportStage>('choose');
  opened = $state.raw<ImportOpened | null>(null);
  mapping = $state.raw<ImportMapping>([]);
  checked = $state.raw<ImportChecked | null>(null);
  /** orders with problems, as corrected, by their first row; an order stays until it is queued */
  readonly ordersToFix = new SvelteMap<number, ImportBadRow>();
  runResult = $state.raw<ImportRan | null>(null);
  progress = $state.raw<{ done: number; total: number }>({ done: 0, total: 0 });
  problem = $state.raw<Problem | null>(null);
  /** why the file cannot be imported, if that is known before it is sent */
  fileProblem = $state<'tooLarge' | 'wrongEnding' | 'gone' | null>(null);
  /** encoding chosen for this CSV file */
  encoding = $state<Encoding>('utf-8');
  /** the file could not be decoded; another encoding may work */
  readonly hasWrongEncoding = $derived(this.problem?.params?.['reason'] === 'encoding');
  readonly #corrections = new Map<string, ImportCorrection>();
  /** a person's answers, by id of the question */
  readonly answers = new SvelteMap<string, string>();
  /** answered questions; they stay on the screen, so that an answer can be changed */
  answered = $state.raw<ImportQuestion[]>([]);
  #file: { name: string; base64: FileContent } | null = null;
  #openingId: string | undefined;
  #runCount = 0;
  #editCount = 0;

  handleEvent = (event: ClientEvent): void => {
    if (event.kind === 'import' && this.stage === 'running') this.progress = { done: event.done, total: event.of };
  };

  /** orders of the file that are invalid now, without those already queued */
  get invalidCount(): number {
    return this.checked ? this.checked.good + this.checked.bad - this.validCount : 0;
  }

  /** orders that would be queued now: the valid ones, including corrected ones */
  get validCount(): number {
    const fixedCount = [...this.ordersToFix.values()].filter(({ problems }) => problems.length === 0).length;
    return (this.checked?.good ?? 0) + fixedCount;
  }

  /** orders that would be queued now and make no sense, including corrected ones */
  get senseless(): ImportSenseless[] {
    const counter = countSenseless(this.checked?.senseless);
    for (const row of this.ordersToFix.values()) if (row.problems.length === 0) counter.count(row);
    return counter.all();
  }

  async open(file: File): Promise<void> {
    this.fileProblem =
      file.size > maxImportBytes ? 'tooLarge' : /\.(csv|tsv|txt|xlsx)$/i.test(file.name) ? null : 'wrongEnding';
    if (this.fileProblem !== null) return;
    this.stage = 'reading';
    this.encoding = 'utf-8';
    this.#closeImport();
    this.#file = { name: file.name, base64: await contentOf(file) };
    await this.reopen({});
  }

  /** Opens a file that was opened with the program, by its id at the host. */
  async openFromHost(id: string, name: string): Promise<void> {
    const openedFile = await readOpenedFile(id, name);
    if (openedFile instanceof File) await this.open(openedFile);
    else this.fileProblem = openedFile;
  }

  /** Reads the file again as another kind or format, or with another sheet or encoding. */
  async reopen(choice: { as?: CreateKind; sheet?: string; encoding?: Encoding; format?: string }): Promise<void> {
    if (!this.#file) return;
    this.stage = 'reading';
    this.encoding = choice.encoding ?? this.encoding;
    const kindChoice = this.opened && !this.opened.guessed ? { as: this.opened.as } : {};
    const sheet = this.opened?.sheet == null ? {} : { sheet: this.opened.sheet };
    const openingId = (this.#openingId = crypto.randomUUID());
    const file = { ...this.#file, openingId, encoding: this.encoding };
    const answer = await ask('import.open', { ...file, ...kindChoice, ...sheet, ...choice });
    this.#closeImport();
    if (!this.#accept(answer)) {
      this.stage = 'choose';
      return;
    }
    this.opened = answer.value;
    this.mapping = answer.value.mapping;
    this.stage = 'map';
    await this.check();
  }

  mapColumn(column: number, path: string | null): void {
    this.mapping = this.mapping.map((old, at) => (at === column ? path : old));
    this.checked = null;
  }

  /** Answers a question about the file, and checks it again; another encoding reads the file again. */
  async answer(question: ImportQuestion, choice: string): Promise<void> {
    if (question.code === 'encoding') {
      const encodingName = encodingNames.find((name) => name === choice);
      if (encodingName && choice !== question.params['encoding']) {
        await this.reopen({ encoding: encodingName });
        return;
      }
    }
    if (choice === '') this.answers.delete(question.id);
    else this.answers.set(question.id, choice);
    if (!this.answered.some(({ id }) => id === question.id)) this.answered = [...this.answered, question];
    await this.check();
  }

  /** All questions about the file, answered or not, in the order in which they were asked. */
  get questions(): ImportQuestion[] {
    const openQuestions = this.checked?.questions ?? [];
    const answeredIds = new Set(this.answered.map(({ id }) => id));
    return [...this.answered, ...openQuestions.filter(({ id }) => !answeredIds.has(id))];
  }

  /** Columns that are mapped to the same field: column names by path of the field. */
  get columnsByDuplicateField(): ReadonlyMap<string, string[]> {
    const columnsByField = new Map<string, string[]>();
    for (const [at, path] of this.mapping.entries())
      if (path !== null && !/#(?:more|else|items)$/.test(path))
        columnsByField.set(path, [...(columnsByField.get(path) ?? []), this.opened?.columns[at]?.name ?? '']);
    return new Map([...columnsByField].filter(([, columns]) => columns.length > 1));
  }

  /** Orders of the file that are not queued yet, valid or not: closing the file discards them. */
  get unqueued(): { valid: number; invalid: number } {
    return { valid: this.validCount, invalid: this.invalidCount };
  }

  async check(): Promise<void> {
    if (!this.opened) return;
    // the columns show it; the desk would refuse the whole file
    if (this.columnsByDuplicateField.size > 0) {
      this.stage = 'map';
      this.problem = null;
      return;
    }
    this.stage = 'checking';
    const { importId } = this.opened;
    const result = await ask('import.check', {
      importId,
      ...this.#choices(),
    });
    this.stage = 'map';
    if (!this.#accept(result)) return;
    this.checked = result.value;
    this.#setRows(result.value.badRows);
    this.stage = 'checked';
  }

  /** Corrects one cell of an order with problems, and checks the order at once. */
  async correct(order: number, row: number, column: number, text: string): Promise<void> {
    const oldOrder = this.ordersToFix.get(order);
    if (!this.opened || !oldOrder) return;
    this.#corrections.set(`${row} ${column}`, { row, column, text });
    const editNumber = ++this.#editCount;
    const correctCells = (cells: string[]): string[] => cells.map((cell, at) => (at === column ? text : cell));
    const lines = oldOrder.lines.map((line) => (line.row === row ? { row, cells: correctCells(line.cells) } : line));
    this.ordersToFix.set(order, { ...oldOrder, lines });
    const { importId } = this.opened;
    const request = { importId, row, ...this.#choices() };
    const result = await ask('import.checkRow', request);
    // a cell was changed again: the answer to the newer request counts
    if (!this.#accept(result) || editNumber !== this.#editCount || !this.ordersToFix.has(order)) return;
    const { value } = result;
    // with another key, rows may belong to other orders
    if (value.row !== oldOrder.row || value.lastRow !== oldOrder.lastRow) await this.check();
    else this.ordersToFix.set(order, value);
  }

  /** orders that were withdrawn before and that the service may have, by their first rows */
  get sentBefore(): number[] {
    const isOrderSentBefore = ({ problems }: ImportBadRow) => problems.length > 0 && problems.every(isSentBefore);
    return [...this.ordersToFix.values()].filter(isOrderSentBefore).map(({ row }) => row);
  }

  /** `decided`: a person says that the service does not have the orders of `sentBefore`. */
  async run(decided = false): Promise<void> {
    if (!this.opened || this.stage === 'running') return;
    this.stage = 'running';
    this.progress = { done: 0, total: this.validCount };
    const { importId } = this.opened;
    const result = await command('import.run', `${importId} ${this.#runCount}`, {
      importId,
      ...this.#choices(),
      decided,
    });
    this.stage = 'checked';
    if (!this.#accept(result)) return;
    this.#runCount++;
    this.runResult = result.value;
    await this.check();
  }

  /** Stops reading a file, or queueing its rows. */
  async stop(): Promise<void> {
    const importId = this.stage === 'reading' ? this.#openingId : this.opened?.importId;
    if (importId !== undefined) await ask('import.cancel', { importId });
  }

  async exportUnqueuedRows(fileType: 'csv' | 'xlsx'): Promise<DeskFile | null> {
    if (!this.opened) return null;
    const { importId } = this.opened;
    const result = await ask('import.rest', {
      importId,
      ...this.#choices(),
      as: fileType,
    });
    return this.#accept(result) ? result.value : null;
  }

  close(): void {
    this.#closeImport();
    this.#file = null;
    this.encoding = 'utf-8';
    this.problem = null;
    this.stage = 'choose';
  }

  #setRows(badRows: readonly ImportBadRow[]): void {
    this.ordersToFix.clear();
    for (const row of badRows) this.ordersToFix.set(row.row, row);
  }

  #choices(): { mapping: ImportMapping; corrections: ImportCorrection[]; answers: ImportAnswer[] } {
    const answers = [...this.answers].map(([question, choice]) => ({ question, choice }));
    return { mapping: [...this.mapping], corrections: [...this.#corrections.values()], answers };
  }

  #closeImport(): void {
    if (this.opened) void ask('import.close', { importId: this.opened.importId });
    this.opened = null;
    this.#resetState();
  }

  #resetState(): void {
    this.#corrections.clear();
    this.answers.clear();
    this.answered = [];
    this.ordersToFix.clear();
    this.checked = null;
    this.runResult = null;
    this.problem = null;
    this.#runCount = 0;
  }

  #accept<T>(result: Result<T>): result is { ok: true; value: T } {
    this.problem = result.ok ? null : result.problem;
    return result.ok;
  }
}

const isSentBefore = ({ code, params }: ImportCellProblem): boolean =>
  code === 'maybe-taken' && params['reason'] === 'withdrawn';

export const importTask = new ImportTask();
