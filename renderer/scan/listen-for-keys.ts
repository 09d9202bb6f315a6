import type { KeyIn } from '../../shared/scan/key-in.ts';
import { scanListener, type KeyOutcome } from '../../shared/scan/scan-listener.ts';
import type { ScanOptions } from '../../shared/scan/scan-options.ts';
import { fieldBefore, putBack, type FieldBefore } from './field-before.ts';
import { keyOfEvent } from './key-of-event.ts';
import { leakGuard } from './leak-guard.ts';
import type { ScreenClock } from './screen-clock.ts';
import { isTypedAgain, typeAgain } from './type-again.ts';

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
  early: readonly KeyIn[];
  onscan: (scan: DetectedScan) => void;
  onslow: (scan: SlowScan) => void;
  /** Called with every key as it arrived, for testing a scanner. */
  onkey: (key: KeyIn, held: boolean) => void;
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
  let written: { time: number; before: FieldBefore }[] = [];
  let disarm: (() => void) | null = null;
  /** Delivery delay of the last key, and the longer wait if it could not be taken back. */
  let behind = 0;
  let patience = 0;

  function remember(time: number, before: FieldBefore | null): void {
    if (before) written = [...written.filter((one) => time - one.time < longestMs), { time, before }];
  }

  function notify(all: readonly KeyOutcome[]): void {
    for (const one of all) {
      if (one.heard === 'typed') {
        for (const key of one.keys) {
          // Doubtful keys that are passed on may have to be taken back.
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
    // A busy page runs timers before keys that arrived earlier.
    if (clock.keysWait() || (first && now - due > patience + lateMs)) {
      disarm = clock.after(lateMs, () => wake(due, false));
      return;
    }
    notify(listener.tick(now));
    arm();
  }

  /** Whether the key's default action must be suppressed. */
  function hear(pressed: KeyIn): boolean {
    const down = pressed.type === 'down';
    const writes = down && fieldBefore(document.activeElement) !== null;
    // A space activates the focused control, and no code begins with it.
    const canTakeBack = writes || pressed.key === ' ';
    behind = Math.max(0, clock.now() - pressed.time);
    patience = canTakeBack ? 0 : elsewhereMs;
    const { hold, heard } = listener.feed(pressed, canTakeBack);
    notify(heard);
    // Read again: released keys have just changed the field.
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
