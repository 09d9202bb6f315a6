import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { contentTypes } from './content-types.ts';
import { fileOfAddress } from './file-of-address.ts';
import { pageHeaders } from './page-headers.ts';

export interface Page {
  status: 200 | 404;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** What a build names by its content never changes under its name, and is fetched once. */
const kept = (file: string) => file.startsWith('assets/') && { 'Cache-Control': 'max-age=31536000, immutable' };

const missing = (): Page => ({
  status: 404,
  headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode('There is no such page.\n'),
});

/** The page an address asks for out of `folder`; a link that leads out of the folder is no page of it. */
export async function readPage(folder: string, path: string): Promise<Page> {
  const file = fileOfAddress(path);
  if (file === null) return missing();
  try {
    const real = await realpath(join(folder, file));
    if (!real.startsWith((await realpath(folder)) + sep)) return missing();
    const type = contentTypes[extname(file)] ?? 'application/octet-stream';
    return {
      status: 200,
      headers: {
        ...pageHeaders,
        'Content-Type': type,
        ...kept(file),
      },
      body: new Uint8Array(await readFile(real)),
    };
  } catch {
    return missing();
  }
}
