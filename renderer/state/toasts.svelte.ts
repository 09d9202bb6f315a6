import type { OutcomeTone } from '../ui/shapes.ts';

export interface Toast {
  id: number;
  tone: OutcomeTone;
  /** A function, so that the text follows the language. */
  text: () => string;
}

/** How long (ms) a message of success is shown, which is read at a glance. */
const successShownMs = 4000;
const defaultShownMs = 8000;
const successTones: ReadonlySet<OutcomeTone> = new Set(['done', 'accepted']);
const maxShown = 2;

/** Short messages in a corner. They never take the focus and are announced politely. */
class Toasts {
  shown = $state.raw<Toast[]>([]);
  #nextId = 1;

  show(text: () => string, tone: Toast['tone'] = 'done'): void {
    const toast = { id: this.#nextId++, tone, text };
    // A repeated message replaces its predecessor.
    const otherToasts = this.shown.filter((one) => one.tone !== tone || one.text() !== text());
    this.shown = [...otherToasts, toast].slice(-maxShown);
    setTimeout(() => this.removeToast(toast.id), successTones.has(tone) ? successShownMs : defaultShownMs);
  }

  clear(): void {
    this.shown = [];
  }

  removeToast(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
