import { trackAltCodes, characterOf, isEndKey, isHandledByInputMethod, type KeyPress } from './key-press.ts';
import {
  clearGap,
  pace,
  scannerGap,
  maxPairGap,
  burstKeys,
  minLengthWithoutEnd,
  type ScanOptions,
  isKnownSlow,
  KeyRun,
  maxGapInRun,
  splitTypedPrefix,
  type SlowKeys,
} from './scan-pace.ts';

export type KeyOutcome =
  /** Held keys that turned out to be typing: perform them now, in this order. */
  | { kind: 'typed'; keys: KeyPress[] }
  | {
      kind: 'scan';
      text: string;
      /**
       * ms since the same code was scanned, if no other code was scanned in between: the user is asked whether it
       * counts twice. Otherwise null.
       */
      repeatedAfterMs: number | null;
      /**
       * Time of the first key that was passed on; everything written since then belongs to the scan. Null if all keys
       * were held.
       */
      leakedSince: number | null;
    }
  /**
   * Keys passed on as typing that look like a scan, but slower than this desk accepts, or without an end key. `pace`:
   * ms between keys; `since`: time of the first key.
   */
  | { kind: 'slow'; text: string; pace: number; since: number; hasEndKey: boolean };

export interface KeyResult {
  /** The key's default action must be prevented: it is held or part of a scan. */
  preventDefault: boolean;
  outcomes: KeyOutcome[];
}

interface PendingKey {
  key: KeyPress;
  character: string;
  /** Number of keys it took; more than one for an Alt code. */
  keyCount: number;
  since: number;
  isHeld: boolean;
  /** The character it writes can be removed if the key turns out to belong to a scan. */
  canTakeBack: boolean;
}

/** Number of gaps needed before the pace can rule out a scan. */
const minGapsToJudge = 8;

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

/**
 * Distinguishes a scanner that acts as a keyboard from typing, whatever is focused. Feed it every key in order: it
 * holds keys that may be a scan and releases typing within `burstMs`. Call `tick` at the time given by `nextTickAt`.
 * With `canTakeBack`, a key is held only while the pace is clearly a scanner's and is otherwise passed on; if it did
 * belong to a scan, everything written since `leakedSince` must be removed.
 */
export function scanListener(options: ScanOptions) {
  const alt = trackAltCodes();
  const run = new KeyRun<PendingKey>();
  let pendingKeys: PendingKey[] = [];
  let scanning = false;
  let lastScan: { text: string; time: number } | null = null;
  /** An end key before this time is the second end key of the previous scan (ms of the keys' clock). */
  let ignoreEndUntil = Number.NEGATIVE_INFINITY;

  /** When a held key counts as typing, and when a pause after it ends a scan. */
  const typedDeadline = (one: PendingKey): number => one.since + options.burstMs;
  const pauseDeadline = (one: PendingKey): number => one.since + options.pauseMs + 1;
  /** When held keys are passed on because no other key followed. */
  const doubtDeadline = (one: PendingKey): number => one.since + 2 * scannerGap(options);

  const releaseAsTyped = (keys: readonly PendingKey[]): KeyOutcome[] => {
    const heldKeys = keys.filter((one) => one.isHeld).map((one) => one.key);
    return heldKeys.length > 0 ? [{ kind: 'typed', keys: heldKeys }] : [];
  };

  const canPassOn = (): boolean => {
    const heldKeys = pendingKeys.filter((one) => one.isHeld);
    return heldKeys.length > 0 && heldKeys.every((one) => one.canTakeBack);
  };

  /** Passes held keys on as typing; they may still turn out to belong to a scan. */
  function passOn(): KeyOutcome[] {
    if (!canPassOn()) return [];
    const outcomes = releaseAsTyped(pendingKeys);
    pendingKeys = pendingKeys.map((one) => ({ ...one, isHeld: false }));
    return outcomes;
  }

  function release(): KeyOutcome[] {
    const releasedKeys = pendingKeys;
    pendingKeys = [];
    scanning = false;
    return releaseAsTyped(releasedKeys);
  }

  /** Releases keys that count as typing at this time; ends a scan that a pause ended. */
  function advanceTo(now: number): KeyOutcome[] {
    const lastKey = pendingKeys.at(-1);
    if (scanning && lastKey && now >= pauseDeadline(lastKey))
      return !options.needsEnd && textOf(pendingKeys).length >= minLengthWithoutEnd
        ? endScan(lastKey.since)
        : release();
    const passedOn = lastKey && now >= doubtDeadline(lastKey) ? passOn() : [];
    if (scanning) return passedOn;
    const firstStillHeld = pendingKeys.findIndex((one) => now < typedDeadline(one));
    const released = releaseAsTyped(pendingKeys.splice(0, firstStillHeld < 0 ? pendingKeys.length : firstStillHeld));
    return [...passedOn, ...released, ...scanWithoutEnd(now)];
  }

  /** Whether this desk's scanner has this pace and sends no end key. */
  const isKnown = (pace: number): boolean => !options.needsEnd && isKnownSlow(pace, options.slowMs);

  /** Recognises a scan without an end key among keys passed on as typing, if only a scanner can have made them. */
  function scanWithoutEnd(now: number): KeyOutcome[] {
    const finished = pendingKeys.length === 0 ? run.finishedScan(now, isKnown) : null;
    return finished ? [slowScan(finished, isKnown(finished.pace), finished.keys.at(-1)?.since ?? now, false)] : [];
  }

  /** Makes a scan of keys passed on as typing if they come from a known scanner; otherwise reports them. */
  function slowScan(
    { keys, pace }: SlowKeys<PendingKey>,
    isKnownScanner: boolean,
    time: number,
    hasEndKey: boolean,
  ): KeyOutcome {
    if (isKnownScanner) {
      const heldTimes = new Set(pendingKeys.filter(({ isHeld: held }) => held).map(({ since }) => since));
      return recordScan(
        keys.map((one) => ({ ...one, isHeld: heldTimes.has(one.since) })),
        time,
      );
    }
    run.reset();
    return { kind: 'slow', text: stripAffixes(textOf(keys)), pace, since: keys[0]?.since ?? time, hasEndKey };
  }

  function endScan(time: number): KeyOutcome[] {
    const { typed: typedKeys, scanned: scannedKeys } = splitTypedPrefix(pendingKeys, options);
    const leakedKeys = typedKeys.length > 0 || hasPrefix() ? [] : leakedBeginningOf(scannedKeys);
    return [...releaseAsTyped(typedKeys), recordScan([...leakedKeys, ...scannedKeys], time)];
  }

  /** Keys passed on as typing before a scan was recognised. No typed key is this close to a scanner's first. */
  function leakedBeginningOf(scannedKeys: readonly PendingKey[]): PendingKey[] {
    const usualGap = pace(timesOf(scannedKeys));
    const maxGap =
      usualGap > clearGap(options) ? Math.max(maxGapInRun(usualGap), options.pauseMs) : maxGapInRun(usualGap);
    const [firstKey] = scannedKeys;
    return firstKey
      ? run.keysBefore(firstKey, maxGap, maxPairGap(options)).map((one) => ({ ...one, isHeld: false }))
      : [];
  }

  function recordScan(scannedKeys: readonly PendingKey[], time: number): KeyOutcome {
    const text = stripAffixes(textOf(scannedKeys));
    const ignoreMs = Math.max(options.burstMs, maxGapInRun(pace(timesOf(scannedKeys))));
    pendingKeys = [];
    run.reset();
    scanning = false;
    ignoreEndUntil = time + ignoreMs;
    const repeatedAfterMs = lastScan?.text === text ? time - lastScan.time : null;
    lastScan = { text, time };
    const firstLeaked = scannedKeys.find((one) => !one.isHeld);
    return { kind: 'scan', text, repeatedAfterMs, leakedSince: firstLeaked?.since ?? null };
  }

  /**
   * Handles an end key after keys passed on as typing. Keys of the desk's known slow scanner become a scan; keys of an
   * unknown scanner are reported.
   */
  function handleEndKey(time: number): KeyResult {
    const slowKeys = run.slowKeys(time);
    const isKnownScanner = slowKeys !== null && isKnownSlow(slowKeys.pace, options.slowMs);
    const outcomes = slowKeys ? [slowScan(slowKeys, isKnownScanner, time, true)] : [];
    run.reset();
    return isKnownScanner
      ? { preventDefault: true, outcomes }
      : { preventDefault: false, outcomes: [...release(), ...outcomes] };
  }

  function stripAffixes(text: string): string {
    const { prefix, suffix } = options;
    const withoutPrefix = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
    return suffix !== '' && withoutPrefix.endsWith(suffix) ? withoutPrefix.slice(0, -suffix.length) : withoutPrefix;
  }

  const hasPrefix = (): boolean => options.prefix !== '' && textOf(pendingKeys).startsWith(options.prefix);

  function isBurst(endKeyCount: number, now: number): boolean {
    const firstKey = pendingKeys[0];
    if (!firstKey) return false;
    if (hasPrefix()) return true;
    return (
      now - firstKey.since <= options.burstMs &&
      pendingKeys.reduce((sum, one) => sum + one.keyCount, endKeyCount) >= burstKeys
    );
  }

  /** Whether enough keys were slower than a scanner to be sure that they are fast typing. */
  function isTooSlow(): boolean {
    return pendingKeys.length > minGapsToJudge && !hasPrefix() && pace(timesOf(pendingKeys)) > scannerGap(options);
  }

  function addKey(key: PendingKey, now: number): void {
    pendingKeys.push(key);
    run.add(key);
    scanning = (scanning || isBurst(0, now)) && !(key.canTakeBack && isTooSlow());
  }

  /** Whether a key that could be passed on is held nevertheless. */
  function isLikelyScan(character: string, now: number): boolean {
    const lastKey = pendingKeys.at(-1);
    if (pendingKeys.some((one) => one.isHeld && !one.canTakeBack)) return true;
    if (options.prefix !== '' && (hasPrefix() || options.prefix.startsWith(character))) return true;
    if (scanning) return pace([...timesOf(pendingKeys), now]) <= clearGap(options);
    return lastKey !== undefined && now - lastKey.since <= clearGap(options);
  }

  function handleKeyDown(key: KeyPress, canTakeBack: boolean): KeyResult {
    const outcomes = advanceTo(key.time);
    if (isEndKey(key)) {
      if (scanning || isBurst(1, key.time))
        return { preventDefault: true, outcomes: [...outcomes, ...endScan(key.time)] };
      // Some scanners end with two keys: carriage return and line feed.
      if (pendingKeys.length === 0 && key.time < ignoreEndUntil) return { preventDefault: true, outcomes };
      const endResult = handleEndKey(key.time);
      return { ...endResult, outcomes: [...outcomes, ...endResult.outcomes] };
    }
    const character = key.repeat ? undefined : characterOf(key, options.byPlace);
    if (character === undefined) {
      run.reset();
      return { preventDefault: false, outcomes: [...outcomes, ...release()] };
    }
    const isHeld = !isHandledByInputMethod(key) && (!canTakeBack || isLikelyScan(character, key.time));
    const passedOn = isHeld ? [] : passOn();
    addKey({ key, character, keyCount: 1, since: key.time, isHeld, canTakeBack }, key.time);
    return { preventDefault: isHeld, outcomes: [...outcomes, ...passedOn] };
  }

  return {
    feed(key: KeyPress, canTakeBack = false): KeyResult {
      const altResult = alt.feed(key);
      if (altResult.completed) {
        const outcomes = advanceTo(altResult.completed.since);
        addKey({ key, ...altResult.completed, isHeld: false, canTakeBack: false }, key.time);
        return { preventDefault: false, outcomes };
      }
      if (altResult.isPart || key.type === 'up' || modifiers.has(key.key))
        return { preventDefault: false, outcomes: advanceTo(key.time) };
      return handleKeyDown(key, canTakeBack);
    },
    tick: (now: number): KeyOutcome[] => advanceTo(now),
    /** When to call `tick` next (ms of the keys' clock); null if nothing is undecided. */
    nextTickAt(): number | null {
      const [firstKey, lastKey] = [pendingKeys[0], pendingKeys.at(-1)];
      if (!firstKey || !lastKey) return run.due(isKnown);
      const deadline = scanning ? pauseDeadline(lastKey) : typedDeadline(firstKey);
      return canPassOn() ? Math.min(deadline, doubtDeadline(lastKey)) : deadline;
    },
  };
}

const timesOf = (keys: readonly PendingKey[]): number[] => keys.map((one) => one.since);
const textOf = (keys: readonly PendingKey[]): string => keys.map((one) => one.character).join('');
