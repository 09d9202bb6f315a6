import type { KeyPress } from '../../../shared/scan/key-in.ts';
import type { ScanMeaning } from '../../../shared/contract/memory-procedures.ts';
import { keyWatch } from '../../scan/key-watch.ts';
import { scannerChoices } from '../../scan/scanner-choices.svelte.ts';
import { scanHandlers } from '../../state/scan-handlers.ts';
import { ask } from '../../transport/desk.ts';
import { hintsFor, readRun, runWith } from './key-run.ts';

/** State of the scanner test: the last keys, and the last scan with what it would have meant. */
export class ScannerTest {
  #keys = $state.raw<readonly KeyPress[]>([]);
  /** the run that was recognised as a scan */
  #scannedKeys = $state.raw<readonly KeyPress[] | null>(null);
  text = $state.raw<string | null>(null);
  meaning = $state.raw<ScanMeaning | null>(null);
  scans = $state(0);

  get run() {
    return this.#keys.length === 0 ? null : readRun(this.#keys, scannerChoices.now.byPlace);
  }
  get isScan(): boolean {
    return this.#scannedKeys !== null && this.#scannedKeys === this.#keys;
  }
  get hints() {
    return this.run ? hintsFor(this.run, scannerChoices.now, this.isScan) : [];
  }

  /** Receives all keys and scans until the returned function is called; scans have no effect meanwhile. */
  start(): () => void {
    const stops = [
      keyWatch.subscribe((key) => (this.#keys = runWith(this.#keys, key))),
      scanHandlers.register({
        all: (text) => {
          void this.#take(text);
          return true;
        },
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async #take(text: string): Promise<void> {
    this.text = text;
    this.meaning = null;
    this.scans++;
    // the end key of a scan arrives right after the scan
    await Promise.resolve();
    this.#scannedKeys = this.#keys;
    const found = await ask('scan.find', { text: text.slice(0, 200) });
    if (found.ok && this.text === text) this.meaning = found.value;
  }
}
