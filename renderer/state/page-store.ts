import { windowStore } from './window-store.ts';

/** Values a window keeps over a reload. They end with it, so that no personal data stays in a browser. */
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

/** Deletes personal data that earlier versions left in the browser at this address; the desk has it. */
export function clearLegacyData(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('form/') || name === 'parcel-desk meter') localStorage.removeItem(name);
}
