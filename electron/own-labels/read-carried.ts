import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A library's own file: as it is beside the sources, packed where a bundle carries it along (vite.config.ts), since few counters ever need it. */
export async function readCarried(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  return Uint8Array.from(file.pathname.endsWith('.br') ? await promisify(brotliDecompress)(bytes) : bytes);
}
