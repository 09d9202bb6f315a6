import { readFieldContent, restoreField, type FieldContent } from './field-before.ts';
import type { ScreenClock } from './screen-clock.ts';
import { isProgrammaticInput } from './write-text.ts';

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
