import { SvelteMap } from 'svelte/reactivity';
import type {
  ImportBadRow,
  ImportChecked,
  ImportCorrection,
  ImportMapping,
  ImportOpened,
  ImportRan,
} from '../../../shared/import-steps.ts';
import type { DeskFile } from '../../../shared/desk-state.ts';
import type { Problem, Result } from '../../../shared/problem.ts';
import { command } from '../../state/commands.ts';
import { ask, type Told } from '../../transport/desk.ts';

// as base64 it still fits into one call of the browser host
const largest = 24_000_000;
export type Stage = 'choose' | 'reading' | 'map' | 'checking' | 'checked' | 'running';

/** A spreadsheet from the file to the outbox. It stays when the screen is left, and ends when another file is opened. */
class ImportTask {
  stage = $state<Stage>('choose');
  opened = $state.raw<ImportOpened | null>(null);
  mapping = $state.raw<ImportMapping>([]);
  checked = $state.raw<ImportChecked | null>(null);
  /** rows with problems, as corrected so far; a row that became good stays here until it is queued */
  readonly rows = new SvelteMap<number, ImportBadRow>();
  ran = $state.raw<ImportRan | null>(null);
  progress = $state.raw<{ done: number; of: number }>({ done: 0, of: 0 });
  problem = $state.raw<Problem | null>(null);
  /** a file of the wrong kind, found before it is sent */
  unfit = $state<'tooLarge' | 'wrongEnding' | null>(null);
  readonly #corrections = new Map<string, ImportCorrection>();
  #file: { name: string; base64: string } | null = null;
  #runs = 0;

  hear = (told: Told): void => {
    if (told.kind === 'import' && this.stage === 'running') this.progress = { done: told.done, of: told.of };
  };

  /** rows that would be queued now: the good ones, and those corrected meanwhile */
  get goodNow(): number {
    const mended = [...this.rows.values()].filter(({ problems }) => problems.length === 0).length;
    return (this.checked?.good ?? 0) + mended;
  }

  async open(file: File): Promise<void> {
    this.unfit = file.size > largest ? 'tooLarge' : /\.(csv|xlsx)$/i.test(file.name) ? null : 'wrongEnding';
    if (this.unfit !== null) return;
    this.stage = 'reading';
    this.#file = { name: file.name, base64: await base64Of(file) };
    await this.reopen({});
  }

  /** Reads the file again, with another sheet or encoding. */
  async reopen(choice: { sheet?: string; encoding?: string }): Promise<void> {
    if (!this.#file) return;
    this.stage = 'reading';
    const found = await ask('import.open', { ...this.#file, as: 'label-order', ...choice });
    this.#forget();
    if (!this.#ok(found)) {
      this.stage = 'choose';
      return;
    }
    this.opened = found.value;
    this.mapping = found.value.mapping;
    this.stage = 'map';
    await this.check();
  }

  map(column: number, path: string | null): void {
    this.mapping = this.mapping.map((old, at) => (at === column ? path : old));
    this.checked = null;
  }

  async check(): Promise<void> {
    if (!this.opened) return;
    this.stage = 'checking';
    const { importId } = this.opened;
    const found = await ask('import.check', { importId, mapping: [...this.mapping], corrections: this.#corrected() });
    this.stage = 'map';
    if (!this.#ok(found)) return;
    this.checked = found.value;
    this.#take(found.value.badRows);
    this.stage = 'checked';
  }

  /** Corrects one cell; the row is checked at once. */
  async correct(row: number, column: number, text: string): Promise<void> {
    const old = this.rows.get(row);
    if (!this.opened || !old) return;
    const cells = old.cells.map((cell, at) => (at === column ? text : cell));
    this.#corrections.set(`${row} ${column}`, { row, column, text });
    this.rows.set(row, { ...old, cells });
    const { importId } = this.opened;
    const found = await ask('import.checkRow', { importId, mapping: [...this.mapping], row, cells });
    // typed on meanwhile: a later answer is on its way
    if (this.#ok(found) && this.rows.get(row)?.cells === cells) this.rows.set(row, found.value);
  }

  async run(): Promise<void> {
    if (!this.opened || this.stage === 'running') return;
    this.stage = 'running';
    this.progress = { done: 0, of: this.goodNow };
    const { importId } = this.opened;
    const found = await command('import.run', `${importId} ${this.#runs}`, {
      importId,
      mapping: [...this.mapping],
      corrections: this.#corrected(),
    });
    this.stage = 'checked';
    if (!this.#ok(found)) return;
    this.#runs++;
    this.ran = found.value;
    await this.check();
  }

  async stop(): Promise<void> {
    if (this.opened) await ask('import.cancel', { importId: this.opened.importId });
  }

  async rest(as: 'csv' | 'xlsx'): Promise<DeskFile | null> {
    if (!this.opened) return null;
    const { importId } = this.opened;
    const found = await ask('import.rest', {
      importId,
      mapping: [...this.mapping],
      corrections: this.#corrected(),
      as,
    });
    return this.#ok(found) ? found.value : null;
  }

  close(): void {
    if (this.opened) void ask('import.close', { importId: this.opened.importId });
    this.#forget();
    this.#file = null;
    this.opened = null;
    this.problem = null;
    this.stage = 'choose';
  }

  #take(bad: readonly ImportBadRow[]): void {
    this.rows.clear();
    for (const row of bad) this.rows.set(row.row, row);
  }

  #corrected(): ImportCorrection[] {
    return [...this.#corrections.values()];
  }

  #forget(): void {
    this.#corrections.clear();
    this.rows.clear();
    this.checked = null;
    this.ran = null;
    this.problem = null;
    this.#runs = 0;
  }

  #ok<T>(result: Result<T>): result is { ok: true; value: T } {
    this.problem = result.ok ? null : result.problem;
    return result.ok;
  }
}

/** Reads a file as base64 in the browser's own thread for files, so that typing goes on. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^data:[^,]*,/, '') : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

export const importTask = new ImportTask();
