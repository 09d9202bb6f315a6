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

/** Restores a field and notifies the screen, which has seen the change. */
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
export function leakGuard(clock: ScreenClock) {
  let composing = false;
  let guarded: { before: FieldContent; until: number } | null = null;
  const listeners = {
    compositionstart: () => (composing = true),
    compositionend(event: Event) {
      composing = false;
      late(event);
    },
    input: late,
  };
  for (const [kind, listener] of Object.entries(listeners)) window.addEventListener(kind, listener, true);

  function late(event: Event): void {
    if (!guarded || event.target !== guarded.before.field) return;
    const { before, until } = guarded;
    if (clock.now() > until) {
      guarded = null;
      return;
    }
    if (isProgrammaticInput()) {
      // Text the scan itself writes into the field stays.
      guarded = { before: readFieldContent(before.field) ?? before, until };
      return;
    }
    if (composing || before.field.value === before.value) return;
    putBackQuietly(before);
  }

  function putBackQuietly(before: FieldContent): void {
    const kept = guarded;
    // Restoring the field must not count as late input.
    guarded = null;
    restoreField(before);
    guarded = kept;
  }

  return {
    takeBack(before: FieldContent): void {
      if (composing) endComposing(before.field);
      putBackQuietly(before);
      guarded = { before, until: clock.now() + guardMs };
    },
    /** The user types again: from now on input is intended. */
    disarm(): void {
      guarded = null;
    },
    stop(): void {
      for (const [kind, listener] of Object.entries(listeners)) window.removeEventListener(kind, listener, true);
    },
  };
}

/** Blurring a field ends its composition; the focus events are hidden from all other listeners. */
function endComposing(field: HTMLElement): void {
  const hush = (event: Event) => event.stopImmediatePropagation();
  for (const kind of focusEvents) window.addEventListener(kind, hush, true);
  field.blur();
  field.focus();
  for (const kind of focusEvents) window.removeEventListener(kind, hush, true);
}

export type DetectedScan = Extract<KeyOutcome, { heard: 'scan' }>;

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
  early: readonly KeyPress[];
  onscan: (scan: DetectedScan) => void;
  onslow: (scan: SlowScan) => void;
  /** Called with every key as it arrived, for testing a scanner. */
  onkey: (key: KeyPress) => void;
}

/** Delay (ms) of a timer beyond which earlier keys may still be undelivered. */
const lateMs = 8;
/** Extra wait (ms) where no text field is focused: a busy machine delivers the following keys late. */
const elsewhereMs = 30;
/** No scan takes longer (ms). */
const longestMs = 10_000;

/**
 * Receives every key of the window first, whatever is focused. Scans go to `onscan` and nowhere else; typing passes as
 * if nothing listened. The returned function ends it and releases held keys.
 */
export function listenForKeys({ options, clock, early, onscan, onslow, onkey }: KeyListener): () => void {
  const listener = scanListener(options);
  const guard = leakGuard(clock);
  let written: { time: number; before: FieldContent }[] = [];
  let disarm: (() => void) | null = null;
  /** Delivery delay of the last key, and the longer wait if it could not be taken back. */
  let deliveryDelay = 0;
  let extraWait = 0;

  function remember(time: number, before: FieldContent | null): void {
    if (before) written = [...written.filter((one) => time - one.time < longestMs), { time, before }];
  }

  function notify(all: readonly KeyOutcome[]): void {
    for (const one of all) {
      if (one.heard === 'typed') {
        for (const key of one.keys) {
          // Doubtful keys that are passed on may have to be taken back.
          remember(key.time, readFieldContent(document.activeElement));
          replayKey(key);
        }
      } else if (one.heard === 'slow') reportSlow(one);
      else {
        const since = one.leakedSince;
        const first = since === null ? undefined : written.find(({ time }) => time >= since);
        if (first) guard.takeBack(first.before);
        written = [];
        onscan(one);
      }
    }
  }

  function reportSlow({ text, pace, since, ends }: Extract<KeyOutcome, { heard: 'slow' }>): void {
    const before = written.find(({ time }) => time >= since)?.before;
    // A password typed by a password manager must not be shown.
    if (before?.field.type === 'password') return;
    const after = before?.field.value;
    onslow({
      text,
      pace,
      ends,
      takeBack() {
        if (!before?.field.isConnected || before.field.value !== after) return;
        before.field.focus();
        restoreField(before);
      },
    });
  }

  function arm(): void {
    disarm?.();
    const due = listener.due();
    if (due === null) disarm = null;
    else disarm = clock.setTimer(Math.max(0, due + deliveryDelay + extraWait - clock.now()), () => wake(due, true));
  }

  function wake(due: number, first: boolean): void {
    const now = clock.now() - deliveryDelay;
    // A busy page runs timers before keys that arrived earlier.
    if (clock.hasPendingKeys() || (first && now - due > extraWait + lateMs)) {
      disarm = clock.setTimer(lateMs, () => wake(due, false));
      return;
    }
    notify(listener.tick(now));
    arm();
  }

  /** Whether the key's default action must be suppressed. */
  function handleKey(pressed: KeyPress): boolean {
    const down = pressed.type === 'down';
    const writes = down && readFieldContent(document.activeElement) !== null;
    // A space activates the focused control, and no code begins with it.
    const canTakeBack = writes || pressed.key === ' ';
    deliveryDelay = Math.max(0, clock.now() - pressed.time);
    extraWait = canTakeBack ? 0 : elsewhereMs;
    const { hold, heard } = listener.feed(pressed, canTakeBack);
    notify(heard);
    // Read again: released keys have just changed the field.
    const before = writes ? readFieldContent(document.activeElement) : null;
    if (!hold && before) {
      guard.disarm();
      remember(pressed.time, before);
    }
    onkey(pressed);
    arm();
    return hold;
  }

  function key(event: KeyboardEvent): void {
    if (isReplayed(event) || !handleKey(keyOfEvent(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  for (const pressed of early) if (!handleKey(pressed)) replayKey(pressed);
  const kinds = ['keydown', 'keyup'] as const;
  for (const kind of kinds) window.addEventListener(kind, key, true);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, key, true);
    disarm?.();
    guard.stop();
    notify(listener.tick(Number.POSITIVE_INFINITY));
  };
}
