import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/**
 * Reads a file of a library. In a bundle it is compressed (vite.config.ts), since few counters ever need it; next to
 * the sources it is not.
 */
export async function readLibraryFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  return Uint8Array.from(file.pathname.endsWith('.br') ? await promisify(brotliDecompress)(bytes) : bytes);
}
