import type { OutcomeTone } from '../ui/shapes.ts';

export interface Toast {
  id: number;
  tone: OutcomeTone;
  /** A function, so that the text follows the language. */
  text: () => string;
}

/** Good news is read at a glance (ms). */
const successMs = 4000;
const otherwiseMs = 8000;
const successTones: ReadonlySet<OutcomeTone> = new Set(['done', 'accepted']);
const most = 2;

/** Short messages in a corner. They never take the focus and are announced politely. */
class Toasts {
  shown = $state.raw<Toast[]>([]);
  #next = 1;

  show(text: () => string, tone: Toast['tone'] = 'done'): void {
    const toast = { id: this.#next++, tone, text };
    // A repeated message replaces its predecessor.
    const others = this.shown.filter((one) => one.tone !== tone || one.text() !== text());
    this.shown = [...others, toast].slice(-most);
    setTimeout(() => this.drop(toast.id), successTones.has(tone) ? successMs : otherwiseMs);
  }

  clear(): void {
    this.shown = [];
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
