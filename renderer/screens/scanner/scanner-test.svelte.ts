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
  keyCount: number;
  /** mean and longest time between two keys; null for a single key */
  meanMs: number | null;
  longestMs: number | null;
  end: 'Enter' | 'Tab' | 'none';
  usesInputMethod: boolean;
  hasCapsLock: boolean;
  /** whether a key wrote another character than on a US keyboard, which scanners emulate */
  hasOtherLayout: boolean;
}

/** a pause this long begins a new run */
const newRunMs = 400;

const isEndKey = ({ code }: KeyPress): boolean => ['Enter', 'NumpadEnter', 'Tab'].includes(code);

/** Adds a key to a run, or begins a new run after a pause or an end key. Key-up events do not count. */
export function addToRun(keys: readonly KeyPress[], key: KeyPress): readonly KeyPress[] {
  if (key.type === 'up' || key.repeat) return keys;
  const last = keys.at(-1);
  const continuesRun = last !== undefined && key.time - last.time < newRunMs && !isEndKey(last);
  return continuesRun ? [...keys, key] : [key];
}

/** Analyses a run of keys. */
export function analyseRun(keys: readonly KeyPress[], byPlace: boolean): KeyRun {
  const typedKeys = keys.filter((key) => isEndKey(key) || characterOf(key, byPlace) !== undefined);
  const gapsMs = typedKeys.slice(1).map((key, index) => key.time - (typedKeys[index]?.time ?? 0));
  const last = typedKeys.at(-1);
  const characters = typedKeys.filter((key) => !isEndKey(key));
  return {
    text: characters.map((key) => characterOf(key, byPlace) ?? '').join(''),
    keyCount: typedKeys.length,
    meanMs: gapsMs.length === 0 ? null : gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length,
    longestMs: gapsMs.length === 0 ? null : Math.max(...gapsMs),
    end: !last || !isEndKey(last) ? 'none' : last.code === 'Tab' ? 'Tab' : 'Enter',
    usesInputMethod: keys.some(isHandledByInputMethod),
    hasCapsLock: keys.some(({ capsLock }) => capsLock),
    hasOtherLayout: characters.some((key) => !isHandledByInputMethod(key) && differsFromUsLayout(key)),
  };
}

function differsFromUsLayout(key: KeyPress): boolean {
  const usCharacter = usKeyboardCharacter(key.code, key.shift);
  return usCharacter !== undefined && usCharacter.toLowerCase() !== characterOf(key, false)?.toLowerCase();
}

/** Advice for the scanner or its settings here, most needed first. `isScan`: the run was recognised as a scan. */
export function hintsFor(run: KeyRun, options: ScanOptions, isScan: boolean): ScannerHint[] {
  if (run.keyCount < burstKeys) return ['no-keys'];
  const { meanMs, longestMs } = run;
  const hints: ScannerHint[] = [];
  if (!isScan && run.end === 'none' && options.needsEnd) hints.push('set-enter');
  if (!isScan && meanMs !== null && meanMs * (burstKeys - 1) > options.burstMs) hints.push('slow');
  if (!isScan && longestMs !== null && longestMs > options.pauseMs) hints.push('pauses');
  if (run.hasOtherLayout && !options.byPlace) hints.push('layout');
  if (run.usesInputMethod) hints.push('input-method');
  if (run.hasCapsLock) hints.push('caps-lock');
  return hints.length === 0 && isScan ? ['good'] : hints;
}

/** State of the scanner test: the last keys, and the last scan with what it would have meant. */
export class ScannerTest {
  #keys = $state.raw<readonly KeyPress[]>([]);
  /** the run that was recognised as a scan */
  #scannedKeys = $state.raw<readonly KeyPress[] | null>(null);
  scannedText = $state.raw<string | null>(null);
  meaning = $state.raw<ScanMeaning | null>(null);
  scanCount = $state(0);

  get run() {
    return this.#keys.length === 0 ? null : analyseRun(this.#keys, scannerChoices.current.byPlace);
  }
  get isScan(): boolean {
    return this.#scannedKeys !== null && this.#scannedKeys === this.#keys;
  }
  get hints() {
    return this.run ? hintsFor(this.run, scannerChoices.current, this.isScan) : [];
  }

  /** Receives all keys and scans until the returned function is called; scans have no effect meanwhile. */
  start(): () => void {
    return scanHandlers.register({
      onKey: (key) => void (this.#keys = addToRun(this.#keys, key)),
      takeAny: (text) => {
        void this.#recordScan(text);
        return true;
      },
    });
  }

  async #recordScan(text: string): Promise<void> {
    this.scannedText = text;
    this.meaning = null;
    this.scanCount++;
    // the end key of a scan arrives right after the scan
    await Promise.resolve();
    this.#scannedKeys = this.#keys;
    const answer = await ask('scan.find', { text: text.slice(0, 200) });
    if (answer.ok && this.scannedText === text) this.meaning = answer.value;
  }
}
