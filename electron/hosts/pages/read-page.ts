import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep, posix } from 'node:path';
import { pageHeaders } from './page-headers.ts';

/** Kinds of file the screens are built of; anything else is not served. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

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

/** A name the build gives to files: no hidden file, no drive, no escape of any spelling can be written with it. */
const name = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
const deepest = 8;

/**
 * The built file an address asks for, relative to the folder of the pages, or null where there is none to give. Pure: it
 * knows names, not disks. `path` is the path of the request as it arrived, still escaped, without its query. Nothing is
 * unescaped, because no built file needs it; so there is no second meaning to find.
 */
export function fileOfAddress(path: string): string | null {
  if (path === '/') return 'index.html';
  if (!path.startsWith('/') || path.length > 500) return null;
  const names = path.slice(1).split('/');
  if (names.length > deepest || !names.every((part) => name.test(part))) return null;
  const file = names.join('/');
  return Object.hasOwn(contentTypes, posix.extname(file)) ? file : null;
}
