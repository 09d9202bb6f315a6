import type { KeyPress } from '../../shared/scan/key-press.ts';
import { scanListener, type KeyOutcome } from '../../shared/scan/scan-listener.ts';
import type { ScanOptions } from '../../shared/scan/scan-pace.ts';
import type { ScreenClock } from '../state/scan-question.svelte.ts';
import { isBuffering } from './buffer-keys.ts';
import {
  changeText,
  textFieldOf,
  type TextField,
  isProgrammaticInput,
  keyOfEvent,
  isReplayed,
  replayKey,
} from './key-events.ts';

/** Content of a field before a key wrote into it. */
export interface FieldContent {
  field: TextField | HTMLSelectElement;
  value: string;
  selection: readonly [number, number] | null;
}

/** Content of the focused field; null if keys write nowhere. */
export function readFieldContent(element: Element | null): FieldContent | null {
  if (isBuffering()) return null;
  if (element instanceof HTMLSelectElement) return { field: element, value: element.value, selection: null };
  const field = textFieldOf(element);
  if (!field) return null;
  return { field, value: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0] };
}

/** Restores a field and notifies the screen, which knows its changed content. */
export function restoreField({ field, value, selection }: FieldContent): void {
  if (!field.isConnected || field.value === value) return;
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    return;
  }
  changeText(field, value);
  if (selection && document.activeElement === field) field.setSelectionRange(...selection);
}

/** How long (ms) after a scan an input method may still write what it had begun. */
const guardMs = 400;
const focusEvents = ['blur', 'focus', 'focusout', 'focusin', 'change'] as const;

/**
 * Takes back what keys of a scan wrote before they could be held, including text an input method writes shortly after.
 */
export function createLeakGuard(clock: ScreenClock) {
  let isComposing = false;
  let guardedField: { contentBefore: FieldContent; until: number } | null = null;
  const listeners = {
    compositionstart: () => (isComposing = true),
    compositionend(event: Event) {
      isComposing = false;
      restoreLateInput(event);
    },
    input: restoreLateInput,
  };
  for (const [kind, listener] of Object.entries(listeners)) window.addEventListener(kind, listener, true);

  function restoreLateInput(event: Event): void {
    if (!guardedField || event.target !== guardedField.contentBefore.field) return;
    const { contentBefore, until } = guardedField;
    if (clock.now() > until) {
      guardedField = null;
      return;
    }
    if (isProgrammaticInput()) {
      // Text the scan itself writes into the field stays.
      guardedField = { contentBefore: readFieldContent(contentBefore.field) ?? contentBefore, until };
      return;
    }
    if (isComposing || contentBefore.field.value === contentBefore.value) return;
    putBackQuietly(contentBefore);
  }

  function putBackQuietly(contentBefore: FieldContent): void {
    const savedGuard = guardedField;
    // Restoring the field must not count as late input.
    guardedField = null;
    restoreField(contentBefore);
    guardedField = savedGuard;
  }

  return {
    takeBack(contentBefore: FieldContent): void {
      if (isComposing) endComposing(contentBefore.field);
      putBackQuietly(contentBefore);
      guardedField = { contentBefore, until: clock.now() + guardMs };
    },
    /** The user types again: from now on input is intended. */
    disarm(): void {
      guardedField = null;
    },
    stop(): void {
      for (const [kind, listener] of Object.entries(listeners)) window.removeEventListener(kind, listener, true);
    },
  };
}

/** Blurring a field ends its composition; the focus events are hidden from all other listeners. */
function endComposing(field: HTMLElement): void {
  const stopEvent = (event: Event) => event.stopImmediatePropagation();
  for (const kind of focusEvents) window.addEventListener(kind, stopEvent, true);
  field.blur();
  field.focus();
  for (const kind of focusEvents) window.removeEventListener(kind, stopEvent, true);
}

export type DetectedScan = Extract<KeyOutcome, { kind: 'scan' }>;

/** Possible output of a slow scanner, typed at the cursor. */
export interface SlowScan {
  text: string;
  /** ms between keys. */
  pace: number;
  /** A key that ends a scan followed. */
  ends: boolean;
  /** Restores the field it was typed into and focuses it, unless the field was changed since. */
  takeBack: () => void;
}

export interface KeyListener {
  options: ScanOptions;
  clock: ScreenClock;
  /** Keys pressed before the listener started. */
  earlyKeys: readonly KeyPress[];
  onscan: (scan: DetectedScan) => void;
  onslow: (scan: SlowScan) => void;
  /** Called with every key as it arrived, for testing a scanner. */
  onkey: (key: KeyPress) => void;
}

/** If a timer runs later than this (ms), keys pressed before it may not be delivered yet. */
const timerToleranceMs = 8;
/** Extra wait (ms) where no text field is focused: a busy machine delivers the following keys late. */
const elsewhereWaitMs = 30;
/** No scan takes longer (ms). */
const maxScanMs = 10_000;

/**
 * Receives every key of the window first, whatever is focused. Scans go to `onscan` and nowhere else; typing passes as
 * if nothing listened. The returned function stops it and releases the held keys.
 */
export function listenForKeys({ options, clock, earlyKeys, onscan, onslow, onkey }: KeyListener): () => void {
  const listener = scanListener(options);
  const guard = createLeakGuard(clock);
  let fieldWrites: { time: number; contentBefore: FieldContent }[] = [];
  let cancelTimer: (() => void) | null = null;
  /** Delivery delay (ms) of the last key, and the extra wait (ms) if it cannot be taken back. */
  let deliveryDelay = 0;
  let extraWait = 0;

  function rememberContent(time: number, contentBefore: FieldContent | null): void {
    if (contentBefore)
      fieldWrites = [...fieldWrites.filter((write) => time - write.time < maxScanMs), { time, contentBefore }];
  }

  function handleOutcomes(outcomes: readonly KeyOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind === 'typed') {
        for (const key of outcome.keys) {
          // Held keys that are passed on as typing may still have to be taken back.
          rememberContent(key.time, readFieldContent(document.activeElement));
          replayKey(key);
        }
      } else if (outcome.kind === 'slow') reportSlowScan(outcome);
      else {
        const leakedSince = outcome.leakedSince;
        const firstWrite = leakedSince === null ? undefined : fieldWrites.find(({ time }) => time >= leakedSince);
        if (firstWrite) guard.takeBack(firstWrite.contentBefore);
        fieldWrites = [];
        onscan(outcome);
      }
    }
  }

  function reportSlowScan({
    text,
    pace,
    since: firstKeyTime,
    hasEndKey: ends,
  }: Extract<KeyOutcome, { kind: 'slow' }>): void {
    const contentBefore = fieldWrites.find(({ time }) => time >= firstKeyTime)?.contentBefore;
    // A password typed by a password manager must not be shown.
    if (contentBefore?.field.type === 'password') return;
    const valueAfter = contentBefore?.field.value;
    onslow({
      text,
      pace,
      ends,
      takeBack() {
        if (!contentBefore?.field.isConnected || contentBefore.field.value !== valueAfter) return;
        contentBefore.field.focus();
        restoreField(contentBefore);
      },
    });
  }

  function scheduleTick(): void {
    cancelTimer?.();
    const dueAt = listener.nextTickAt();
    if (dueAt === null) cancelTimer = null;
    else
      cancelTimer = clock.setTimer(Math.max(0, dueAt + deliveryDelay + extraWait - clock.now()), () =>
        runTick(dueAt, true),
      );
  }

  function runTick(dueAt: number, isFirstRun: boolean): void {
    const now = clock.now() - deliveryDelay;
    // A busy page runs timers before keys that arrived earlier.
    if (clock.hasPendingKeys() || (isFirstRun && now - dueAt > extraWait + timerToleranceMs)) {
      cancelTimer = clock.setTimer(timerToleranceMs, () => runTick(dueAt, false));
      return;
    }
    handleOutcomes(listener.tick(now));
    scheduleTick();
  }

  /** Whether the key's default action must be suppressed. */
  function handleKey(keyPress: KeyPress): boolean {
    const isKeyDown = keyPress.type === 'down';
    const writesIntoField = isKeyDown && readFieldContent(document.activeElement) !== null;
    // A space activates the focused control, and no code begins with it.
    const canTakeBack = writesIntoField || keyPress.key === ' ';
    deliveryDelay = Math.max(0, clock.now() - keyPress.time);
    extraWait = canTakeBack ? 0 : elsewhereWaitMs;
    const { preventDefault: hold, outcomes: heard } = listener.feed(keyPress, canTakeBack);
    handleOutcomes(heard);
    // Read again: released keys have just changed the field.
    const contentBefore = writesIntoField ? readFieldContent(document.activeElement) : null;
    if (!hold && contentBefore) {
      guard.disarm();
      rememberContent(keyPress.time, contentBefore);
    }
    onkey(keyPress);
    scheduleTick();
    return hold;
  }

  function handleEvent(event: KeyboardEvent): void {
    if (isReplayed(event) || !handleKey(keyOfEvent(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  for (const keyPress of earlyKeys) if (!handleKey(keyPress)) replayKey(keyPress);
  const kinds = ['keydown', 'keyup'] as const;
  for (const kind of kinds) window.addEventListener(kind, handleEvent, true);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, handleEvent, true);
    cancelTimer?.();
    guard.stop();
    handleOutcomes(listener.tick(Number.POSITIVE_INFINITY));
  };
}
