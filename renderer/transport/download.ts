import type { DeskFile } from '../../shared/contract/desk-state.ts';

/** Address at which both hosts serve a file made by the desk, once. */
export const urlOfFile = (file: DeskFile): string => `/files/${encodeURIComponent(file.id)}`;

/** Downloads a file of the desk: the browser, or Electron, asks where to save it. */
export function download(file: DeskFile): void {
  const link = document.createElement('a');
  link.href = urlOfFile(file);
  link.download = file.name;
  link.click();
}
