import type { KeyIn } from '../../shared/scan/key-in.ts';
import { scanListener, type KeyOutcome } from '../../shared/scan/scan-listener.ts';
import type { ScanOptions } from '../../shared/scan/scan-options.ts';
import { fieldBefore, putBack, type FieldBefore } from './field-before.ts';
import { keyOfEvent } from './key-of-event.ts';
import { leakGuard } from './leak-guard.ts';
import type { ScreenClock } from './screen-clock.ts';
import { isTypedAgain, typeAgain } from './type-again.ts';

export type DetectedScan = Extract<KeyOutcome, { heard: 'scan' }>;

/** What a slow scanner may have sent, typed where the cursor was. */
export interface SlowScan {
  text: string;
  /** ms from key to key */
  pace: number;
  /** a key that ends a scan came behind it */
  ends: boolean;
  /** puts the field it was typed into back as it was, and the cursor into it; leaves a field that was changed since */
  takeBack: () => void;
}

export interface KeyListener {
  options: ScanOptions;
  clock: ScreenClock;
  /** pressed before there was anyone to hear it */
  early: readonly KeyIn[];
  onscan: (scan: DetectedScan) => void;
  onslow: (scan: SlowScan) => void;
  /** every key, as it came: for who tests a scanner */
  onkey: (key: KeyIn, held: boolean) => void;
}

/** how late a timer may be before keys are looked for that came in time but were not heard yet */
const lateMs = 8;
/** where no one types, a key may wait this much longer for those behind it: a busy machine brings them late */
const elsewhereMs = 30;
/** no scan takes longer */
const longestMs = 10_000;

/**
 * Hears every key of the window before anyone else, whatever has the focus. What is a scan goes to `onscan` and nowhere else; typing goes
 * on as if nothing had listened. Ends with the returned function, which gives back what it holds.
 */
export function listenForKeys({ options, clock, early, onscan, onslow, onkey }: KeyListener): () => void {
  const listener = scanListener(options);
  const guard = leakGuard(clock);
  let written: { time: number; before: FieldBefore }[] = [];
  let disarm: (() => void) | null = null;
  /** how long after it was pressed the last key was heard, and the longer wait where it could not be taken back */
  let behind = 0;
  let patience = 0;

  function remember(time: number, before: FieldBefore | null): void {
    if (before) written = [...written.filter((one) => time - one.time < longestMs), { time, before }];
  }

  function notify(all: readonly KeyOutcome[]): void {
    for (const one of all) {
      if (one.heard === 'typed') {
        for (const key of one.keys) {
          // what goes on in doubt may be taken back
          remember(key.time, fieldBefore(document.activeElement));
          typeAgain(key);
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
    // a password that a program types for a person is shown to nobody
    if (before?.field.type === 'password') return;
    const after = before?.field.value;
    onslow({
      text,
      pace,
      ends,
      takeBack() {
        if (!before?.field.isConnected || before.field.value !== after) return;
        before.field.focus();
        putBack(before);
      },
    });
  }

  function arm(): void {
    disarm?.();
    const due = listener.due();
    if (due === null) disarm = null;
    else disarm = clock.after(Math.max(0, due + behind + patience - clock.now()), () => wake(due, true));
  }

  function wake(due: number, first: boolean): void {
    const now = clock.now() - behind;
    // a busy page hears its timers before keys that came earlier
    if (clock.keysWait() || (first && now - due > patience + lateMs)) {
      disarm = clock.after(lateMs, () => wake(due, false));
      return;
    }
    notify(listener.tick(now));
    arm();
  }

  /** Whether the key is to do nothing by itself. */
  function hear(pressed: KeyIn): boolean {
    const down = pressed.type === 'down';
    const writes = down && fieldBefore(document.activeElement) !== null;
    // a space presses what has the focus, and no code begins with it
    const canTakeBack = writes || pressed.key === ' ';
    behind = Math.max(0, clock.now() - pressed.time);
    patience = canTakeBack ? 0 : elsewhereMs;
    const { hold, heard } = listener.feed(pressed, canTakeBack);
    notify(heard);
    // what was let through just now stands there already
    const before = writes ? fieldBefore(document.activeElement) : null;
    if (!hold && before) {
      guard.disarm();
      remember(pressed.time, before);
    }
    onkey(pressed, hold);
    arm();
    return hold;
  }

  function key(event: KeyboardEvent): void {
    if (isTypedAgain(event) || !hear(keyOfEvent(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  for (const pressed of early) if (!hear(pressed)) typeAgain(pressed);
  const kinds = ['keydown', 'keyup'] as const;
  for (const kind of kinds) window.addEventListener(kind, key, true);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, key, true);
    disarm?.();
    guard.stop();
    notify(listener.tick(Number.POSITIVE_INFINITY));
  };
}
