/** What one window keeps over a reload. It ends with the window, so that nobody's data stays behind in a browser. */
export const pageStore = {
  read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  },
  /** A full store keeps nothing: the desk is told too. */
  write(name: string, value: unknown): void {
    try {
      sessionStorage.setItem(name, JSON.stringify(value));
    } catch {
      sessionStorage.removeItem(name);
    }
  },
  forget: (name: string): void => sessionStorage.removeItem(name),
};

/** Takes away what earlier versions left of people in the browser at this address; the desk has it. */
export function clearLeftBehind(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('form/') || name === 'parcel-desk meter') localStorage.removeItem(name);
}
