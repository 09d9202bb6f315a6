import { trackAltCodes, characterOf, isEndKey, isHandledByInputMethod, type KeyPress } from './key-press.ts';
import {
  clearGap,
  pace,
  scannerGap,
  maxPairGap,
  burstKeys,
  shortestWithoutEnd,
  type ScanOptions,
  isKnownSlow,
  KeyRun,
  maxGapInRun,
  splitTypedPrefix,
  type SlowKeys,
} from './scan-pace.ts';

export type KeyOutcome =
  /** Held keys that turned out to be typing: perform them now, in this order. */
  | { heard: 'typed'; keys: KeyPress[] }
  | {
      heard: 'scan';
      text: string;
      /**
       * ms since the same code was scanned, with no other between: the user is asked whether it counts twice. Otherwise
       * null.
       */
      again: number | null;
      /**
       * Time of the first key that could not be held; everything written since belongs to the scan. Null if all were
       * held.
       */
      leakedSince: number | null;
    }
  /**
   * Keys passed on as typing that look like a scan, but slower than this desk accepts, or without an end key (`ends`
   * false). `pace`: ms between keys; `since`: time of the first key.
   */
  | { heard: 'slow'; text: string; pace: number; since: number; ends: boolean };

export interface KeyResult {
  /** The key's default action must be prevented: it is held or part of a scan. */
  hold: boolean;
  heard: KeyOutcome[];
}

interface PendingKey {
  key: KeyPress;
  character: string;
  /** Number of keys it took; more than one for an Alt code. */
  keys: number;
  since: number;
  held: boolean;
  /** What it writes can be taken back if it belongs to a scan. */
  canTakeBack: boolean;
}

/** Number of gaps needed before the pace can rule out a scan. */
const enoughGaps = 8;

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

/**
 * Distinguishes a scanner that acts as a keyboard from typing, whatever is focused. Feed it every key in order: it
 * holds keys that may be a scan and releases typing within `burstMs`. Call `tick` at the time given by `due`. With
 * `canTakeBack`, a key is held only while the pace is clearly a scanner's and is otherwise passed on; if it did belong
 * to a scan, `leakedSince` tells from when on to take back.
 */
export function scanListener(options: ScanOptions) {
  const alt = trackAltCodes();
  const run = new KeyRun<PendingKey>();
  let pendingKeys: PendingKey[] = [];
  let scanning = false;
  let lastScan: { text: string; time: number } | null = null;
  /** An end key before this time is the second one of the previous scan (ms of the keys' clock). */
  let ignoreEndUntil = Number.NEGATIVE_INFINITY;

  /** When a key has been held long enough to count as typing, and when a pause after it ends a scan. */
  const typedDeadline = (one: PendingKey): number => one.since + options.burstMs;
  const pauseDeadline = (one: PendingKey): number => one.since + options.pauseMs + 1;
  /** When held keys may be passed on in doubt, because no other key followed. */
  const doubtDeadline = (one: PendingKey): number => one.since + 2 * scannerGap(options);

  const typed = (keys: readonly PendingKey[]): KeyOutcome[] => {
    const held = keys.filter((one) => one.held).map((one) => one.key);
    return held.length > 0 ? [{ heard: 'typed', keys: held }] : [];
  };

  const canPassOn = (): boolean => {
    const held = pendingKeys.filter((one) => one.held);
    return held.length > 0 && held.every((one) => one.canTakeBack);
  };

  /** Passes held keys on but stays ready to take them back. */
  function passOn(): KeyOutcome[] {
    if (!canPassOn()) return [];
    const heard = typed(pendingKeys);
    pendingKeys = pendingKeys.map((one) => ({ ...one, held: false }));
    return heard;
  }

  function release(): KeyOutcome[] {
    const all = pendingKeys;
    pendingKeys = [];
    scanning = false;
    return typed(all);
  }

  /** Releases keys that by now count as typing; ends a scan that a pause ends. */
  function settle(now: number): KeyOutcome[] {
    const last = pendingKeys.at(-1);
    if (scanning && last && now >= pauseDeadline(last))
      return !options.needsEnd && textOf(pendingKeys).length >= shortestWithoutEnd ? scan(last.since) : release();
    const doubted = last && now >= doubtDeadline(last) ? passOn() : [];
    if (scanning) return doubted;
    const stays = pendingKeys.findIndex((one) => now < typedDeadline(one));
    const gone = typed(pendingKeys.splice(0, stays < 0 ? pendingKeys.length : stays));
    return [...doubted, ...gone, ...scanWithoutEnd(now)];
  }

  /** Whether this desk has a scanner of this pace that sends no end key. */
  const isKnown = (pace: number): boolean => !options.needsEnd && isKnownSlow(pace, options.slowMs);

  /** A scan without an end key whose keys were passed on as typing, if only a scanner can have made them. */
  function scanWithoutEnd(now: number): KeyOutcome[] {
    const over = pendingKeys.length === 0 ? run.finishedScan(now, isKnown) : null;
    return over ? [slowScan(over, isKnown(over.pace), over.keys.at(-1)?.since ?? now, false)] : [];
  }

  /** Keys passed on as typing that only a scanner can have made: a scan if that scanner is known, else reported. */
  function slowScan({ keys, pace }: SlowKeys<PendingKey>, known: boolean, time: number, ends: boolean): KeyOutcome {
    if (known) {
      const still = new Set(pendingKeys.filter(({ held }) => held).map(({ since }) => since));
      return scanned(
        keys.map((one) => ({ ...one, held: still.has(one.since) })),
        time,
      );
    }
    run.end();
    return { heard: 'slow', text: stripped(textOf(keys)), pace, since: keys[0]?.since ?? time, ends };
  }

  function scan(time: number): KeyOutcome[] {
    const { typed: fingers, scanned: code } = splitTypedPrefix(pendingKeys, options);
    const before = fingers.length > 0 || hasPrefix() ? [] : leakedBeginningOf(code);
    return [...typed(fingers), scanned([...before, ...code], time)];
  }

  /** Keys passed on as typing before a scan was recognised. No typed key is this close to a scanner's first. */
  function leakedBeginningOf(code: readonly PendingKey[]): PendingKey[] {
    const usual = pace(timesOf(code));
    const most = usual > clearGap(options) ? Math.max(maxGapInRun(usual), options.pauseMs) : maxGapInRun(usual);
    const [first] = code;
    return first ? run.before(first, most, maxPairGap(options)).map((one) => ({ ...one, held: false })) : [];
  }

  function scanned(code: readonly PendingKey[], time: number): KeyOutcome {
    const text = stripped(textOf(code));
    const rest = Math.max(options.burstMs, maxGapInRun(pace(timesOf(code))));
    pendingKeys = [];
    run.end();
    scanning = false;
    ignoreEndUntil = time + rest;
    const again = lastScan?.text === text ? time - lastScan.time : null;
    lastScan = { text, time };
    const leaked = code.find((one) => !one.held);
    return { heard: 'scan', text, again, leakedSince: leaked?.since ?? null };
  }

  /**
   * Handles an end key after keys passed on as typing: keys of the desk's known slow scanner become its scan; of an
   * unknown one, they are reported.
   */
  function end(time: number): KeyResult {
    const slow = run.slow(time);
    const known = slow !== null && isKnownSlow(slow.pace, options.slowMs);
    const heard = slow ? [slowScan(slow, known, time, true)] : [];
    run.end();
    return known ? { hold: true, heard } : { hold: false, heard: [...release(), ...heard] };
  }

  function stripped(text: string): string {
    const { prefix, suffix } = options;
    const behind = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
    return suffix !== '' && behind.endsWith(suffix) ? behind.slice(0, -suffix.length) : behind;
  }

  const hasPrefix = (): boolean => options.prefix !== '' && textOf(pendingKeys).startsWith(options.prefix);

  function isBurst(keys: number, now: number): boolean {
    const first = pendingKeys[0];
    if (!first) return false;
    if (hasPrefix()) return true;
    return now - first.since <= options.burstMs && pendingKeys.reduce((sum, one) => sum + one.keys, keys) >= burstKeys;
  }

  /** Whether so many keys were slower than a scanner that they are fast typing. */
  function isTooSlow(): boolean {
    return pendingKeys.length > enoughGaps && !hasPrefix() && pace(timesOf(pendingKeys)) > scannerGap(options);
  }

  function add(one: PendingKey, now: number): void {
    pendingKeys.push(one);
    run.add(one);
    scanning = (scanning || isBurst(0, now)) && !(one.canTakeBack && isTooSlow());
  }

  /** Whether a key that could be passed on is held nevertheless. */
  function isLikelyScan(character: string, now: number): boolean {
    const last = pendingKeys.at(-1);
    if (pendingKeys.some((one) => one.held && !one.canTakeBack)) return true;
    if (options.prefix !== '' && (hasPrefix() || options.prefix.startsWith(character))) return true;
    if (scanning) return pace([...timesOf(pendingKeys), now]) <= clearGap(options);
    return last !== undefined && now - last.since <= clearGap(options);
  }

  function down(key: KeyPress, canTakeBack: boolean): KeyResult {
    const heard = settle(key.time);
    if (isEndKey(key)) {
      if (scanning || isBurst(1, key.time)) return { hold: true, heard: [...heard, ...scan(key.time)] };
      // Some scanners end with two keys: carriage return and line feed.
      if (pendingKeys.length === 0 && key.time < ignoreEndUntil) return { hold: true, heard };
      const ended = end(key.time);
      return { ...ended, heard: [...heard, ...ended.heard] };
    }
    const character = key.repeat ? undefined : characterOf(key, options.byPlace);
    if (character === undefined) {
      run.end();
      return { hold: false, heard: [...heard, ...release()] };
    }
    const held = !isHandledByInputMethod(key) && (!canTakeBack || isLikelyScan(character, key.time));
    const before = held ? [] : passOn();
    add({ key, character, keys: 1, since: key.time, held, canTakeBack }, key.time);
    return { hold: held, heard: [...heard, ...before] };
  }

  return {
    feed(key: KeyPress, canTakeBack = false): KeyResult {
      const keyed = alt.take(key);
      if (keyed.whole) {
        const heard = settle(keyed.whole.since);
        add({ key, ...keyed.whole, held: false, canTakeBack: false }, key.time);
        return { hold: false, heard };
      }
      if (keyed.part || key.type === 'up' || modifiers.has(key.key)) return { hold: false, heard: settle(key.time) };
      return down(key, canTakeBack);
    },
    tick: (now: number): KeyOutcome[] => settle(now),
    /** When to call `tick` next (ms of the keys' clock); null while no keys are held. */
    due(): number | null {
      const [first, last] = [pendingKeys[0], pendingKeys.at(-1)];
      if (!first || !last) return run.due(isKnown);
      const settled = scanning ? pauseDeadline(last) : typedDeadline(first);
      return canPassOn() ? Math.min(settled, doubtDeadline(last)) : settled;
    },
  };
}

const timesOf = (all: readonly PendingKey[]): number[] => all.map((one) => one.since);
const textOf = (all: readonly PendingKey[]): string => all.map((one) => one.character).join('');
