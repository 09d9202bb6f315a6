import { fieldBefore, putBack, type FieldBefore } from './field-before.ts';
import type { ScreenClock } from './screen-clock.ts';
import { deskWrites } from './write-text.ts';

/** an input method may still write what it had begun for this long after the scan ended */
const guardMs = 400;
const focusEvents = ['blur', 'focus', 'focusout', 'focusin', 'change'] as const;

/** Takes back what keys of a scan wrote that could not be held, also what an input method writes a moment later. */
export function leakGuard(clock: ScreenClock) {
  let composing = false;
  let guarded: { before: FieldBefore; until: number } | null = null;
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
    if (deskWrites()) {
      // what the scan meant was written where it was scanned: that is to stay
      guarded = { before: fieldBefore(before.field) ?? before, until };
      return;
    }
    if (composing || before.field.value === before.value) return;
    putBackQuietly(before);
  }

  function putBackQuietly(before: FieldBefore): void {
    const kept = guarded;
    // what is put back is no late writing
    guarded = null;
    putBack(before);
    guarded = kept;
  }

  return {
    takeBack(before: FieldBefore): void {
      if (composing) endComposing(before.field);
      putBackQuietly(before);
      guarded = { before, until: clock.now() + guardMs };
    },
    /** A person types on: what is written from now on is meant. */
    disarm(): void {
      guarded = null;
    },
    stop(): void {
      for (const [kind, listener] of Object.entries(listeners)) window.removeEventListener(kind, listener, true);
    },
  };
}

/** Without the focus a field's composition ends; nobody else need know that it was gone. */
function endComposing(field: HTMLElement): void {
  const hush = (event: Event) => event.stopImmediatePropagation();
  for (const kind of focusEvents) window.addEventListener(kind, hush, true);
  field.blur();
  field.focus();
  for (const kind of focusEvents) window.removeEventListener(kind, hush, true);
}
