import type { ScanMeaning } from '../../../shared/contract/memory-procedures.ts';
import {
  characterOf,
  usKeyboardCharacter,
  isHandledByInputMethod,
  type KeyPress,
} from '../../../shared/scan/key-press.ts';
import { burstKeys, type ScanOptions } from '../../../shared/scan/scan-pace.ts';
import { scanHandlers } from '../../state/scan-handlers.ts';
import { scannerChoices } from '../../state/scanner-choices.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** Advice on setting up a scanner; each code has a sentence. */
export type ScannerHint =
  'no-keys' | 'set-enter' | 'slow' | 'pauses' | 'layout' | 'input-method' | 'caps-lock' | 'good';

/** Keys in quick succession, from a scanner or a person. Times in ms. */
export interface KeyRun {
  text: string;
  keys: number;
  /** mean and longest time between two keys; null for a single key */
  meanMs: number | null;
  longestMs: number | null;
  end: 'Enter' | 'Tab' | 'none';
  inputMethod: boolean;
  capsLock: boolean;
  /** a key produced another character than on a US keyboard, which scanners emulate */
  otherLayout: boolean;
}

/** a pause this long begins a new run */
const newRunMs = 400;

const isEnd = ({ code }: KeyPress): boolean => ['Enter', 'NumpadEnter', 'Tab'].includes(code);

/** Adds a key to a run, or begins a new run after a pause or an end key. Key-up events do not count. */
export function runWith(keys: readonly KeyPress[], key: KeyPress): readonly KeyPress[] {
  if (key.type === 'up' || key.repeat) return keys;
  const last = keys.at(-1);
  const continuesRun = last !== undefined && key.time - last.time < newRunMs && !isEnd(last);
  return continuesRun ? [...keys, key] : [key];
}

/** Analyses a run of keys. */
export function readRun(keys: readonly KeyPress[], byPlace: boolean): KeyRun {
  const writing = keys.filter((key) => isEnd(key) || characterOf(key, byPlace) !== undefined);
  const gaps = writing.slice(1).map((key, at) => key.time - (writing[at]?.time ?? 0));
  const last = writing.at(-1);
  const characters = writing.filter((key) => !isEnd(key));
  return {
    text: characters.map((key) => characterOf(key, byPlace) ?? '').join(''),
    keys: writing.length,
    meanMs: gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
    longestMs: gaps.length === 0 ? null : Math.max(...gaps),
    end: !last || !isEnd(last) ? 'none' : last.code === 'Tab' ? 'Tab' : 'Enter',
    inputMethod: keys.some(isHandledByInputMethod),
    capsLock: keys.some(({ capsLock }) => capsLock),
    otherLayout: characters.some((key) => !isHandledByInputMethod(key) && differsFromUsLayout(key)),
  };
}

function differsFromUsLayout(key: KeyPress): boolean {
  const usual = usKeyboardCharacter(key.code, key.shift);
  return usual !== undefined && usual.toLowerCase() !== characterOf(key, false)?.toLowerCase();
}

/** Advice for the scanner or its settings here, most needed first. `taken`: the run was recognised as a scan. */
export function hintsFor(run: KeyRun, options: ScanOptions, isScan: boolean): ScannerHint[] {
  if (run.keys < burstKeys) return ['no-keys'];
  const { meanMs, longestMs } = run;
  const hints: ScannerHint[] = [];
  if (!isScan && run.end === 'none' && options.needsEnd) hints.push('set-enter');
  if (!isScan && meanMs !== null && meanMs * (burstKeys - 1) > options.burstMs) hints.push('slow');
  if (!isScan && longestMs !== null && longestMs > options.pauseMs) hints.push('pauses');
  if (run.otherLayout && !options.byPlace) hints.push('layout');
  if (run.inputMethod) hints.push('input-method');
  if (run.capsLock) hints.push('caps-lock');
  return hints.length === 0 && isScan ? ['good'] : hints;
}

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
    return scanHandlers.register({
      key: (key) => void (this.#keys = runWith(this.#keys, key)),
      all: (text) => {
        void this.#take(text);
        return true;
      },
    });
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
