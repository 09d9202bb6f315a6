import { windowStore } from './window-store.ts';

/** Values that one window keeps over a reload. They end with it, so that nobody's data stays behind in a browser. */
export const pageStore = {
  read(name: string): unknown {
    try {
      return JSON.parse(windowStore.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  },
  write: (name: string, value: unknown): void => windowStore.setItem(name, JSON.stringify(value)),
  forget: (name: string): void => windowStore.removeItem(name),
};

/** Takes away what earlier versions left of people in the browser at this address; the desk has it. */
export function clearLeftBehind(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('form/') || name === 'parcel-desk meter') localStorage.removeItem(name);
}
