/** The last four say what a scan came to, with its word beside its shape. */
export type ToastTone = 'done' | 'ask' | 'no' | 'accepted' | 'unknown' | 'warning' | 'error';

export interface Toast {
  id: number;
  tone: ToastTone;
  /** in the language chosen when it is read */
  text: () => string;
}

/** What went well is read at a glance (ms). */
const wellMs = 4000;
const otherwiseMs = 8000;
const wentWell: ReadonlySet<ToastTone> = new Set(['done', 'accepted']);
const most = 2;

/** Short news in a corner. It never takes the focus and is read out politely. */
class Toasts {
  shown = $state.raw<Toast[]>([]);
  #next = 1;

  say(text: () => string, tone: Toast['tone'] = 'done'): void {
    const toast = { id: this.#next++, tone, text };
    // said once more, the same news takes its own place
    const others = this.shown.filter((one) => one.tone !== tone || one.text() !== text());
    this.shown = [...others, toast].slice(-most);
    setTimeout(() => this.drop(toast.id), wentWell.has(tone) ? wellMs : otherwiseMs);
  }

  clear(): void {
    this.shown = [];
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
