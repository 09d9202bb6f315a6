import type { DeskFile } from '../../shared/contract/desk-state.ts';

/** Where the host serves a file the desk has made, once. The same address serves both hosts. */
export const addressOfFile = (file: DeskFile): string => `/files/${encodeURIComponent(file.id)}`;

/** Hands a file of the desk to the person: the browser, or Electron, asks where to put it. */
export function download(file: DeskFile): void {
  const link = document.createElement('a');
  link.href = addressOfFile(file);
  link.download = file.name;
  link.click();
}
