import type { FileContent } from '../../shared/contract/file-content.ts';

/**
 * The content of a file as a call carries it: its bytes in Electron, their base64 over HTTP. The browser reads it on
 * another thread, so that typing is not blocked. Rejects if the file cannot be read.
 */
export async function contentOf(file: File): Promise<FileContent> {
  if (window.parcelDesk) return new Uint8Array(await file.arrayBuffer());
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^data:[^,]*,/, '') : '');
  reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
  reader.readAsDataURL(file);
  return promise;
}
