/** The last four say what a scan came to, with its word beside its shape. */
export type ToastTone = 'done' | 'ask' | 'no' | 'accepted' | 'unknown' | 'warning' | 'error';

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
}

const staysMs = 8000;
const most = 4;

/** Short news in a corner. It never takes the focus and is read out politely. */
class Toasts {
  shown = $state.raw<Toast[]>([]);
  #next = 1;

  say(text: string, tone: Toast['tone'] = 'done'): void {
    const toast = { id: this.#next++, tone, text };
    this.shown = [...this.shown, toast].slice(-most);
    setTimeout(() => this.drop(toast.id), staysMs);
  }

  clear(): void {
    this.shown = [];
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
