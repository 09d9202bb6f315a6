import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep, posix } from 'node:path';

const contentPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  // Svelte's own policy for its templates; no other is allowed
  'trusted-types': 'svelte-trusted-html',
};

const deniedFeatures = ['camera', 'microphone', 'geolocation', 'usb', 'hid', 'payment', 'display-capture'];

/** Headers of every page and answer, on all hosts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': Object.entries(contentPolicy)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // for the scale: a page may request a serial port, which a person then chooses
  'Permissions-Policy': [...deniedFeatures.map((feature) => `${feature}=()`), 'serial=(self)'].join(', '),
  'Cache-Control': 'no-store',
};

const filePrefix = '/files/';
const downloadTypes = [
  'application/pdf',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

/** The id in the address of a file made by the desk (`/files/ID`), or null for any other address. */
export function fileIdOfAddress(path: string): string | null {
  const id = path.startsWith(filePrefix) ? path.slice(filePrefix.length) : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}

/** Headers that make a file a download with its own name, never a page. */
export function fileHeaders(file: { name: string; mediaType: string }): Record<string, string> {
  const asciiName = file.name.replaceAll(/[^A-Za-z0-9 ._-]/g, '_');
  const encodedName = encodeURIComponent(file.name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return {
    ...pageHeaders,
    'Content-Type': downloadTypes.find((type) => type === file.mediaType) ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`,
  };
}

/** File types of the screens; no other is served. */
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

/** Files named by a hash of their content never change, so they are cached forever. */
const cacheHeaders = (file: string) => file.startsWith('assets/') && { 'Cache-Control': 'max-age=31536000, immutable' };

const notFoundPage = (): Page => ({
  status: 404,
  headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode('There is no such page.\n'),
});

/** Reads the page at an address from `folder`; a link that leads out of the folder counts as missing. */
export async function readPage(folder: string, path: string): Promise<Page> {
  const file = fileOfAddress(path);
  if (file === null) return notFoundPage();
  try {
    const realFile = await realpath(join(folder, file));
    if (!realFile.startsWith((await realpath(folder)) + sep)) return notFoundPage();
    const type = contentTypes[extname(file)] ?? 'application/octet-stream';
    return {
      status: 200,
      headers: {
        ...pageHeaders,
        'Content-Type': type,
        ...cacheHeaders(file),
      },
      body: new Uint8Array(await readFile(realFile)),
    };
  } catch {
    return notFoundPage();
  }
}

/** File names of the build: the pattern excludes hidden files, drives and any kind of escape. */
const safeFileName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
const maxDepth = 8;

/**
 * The built file for an address, relative to the folder of the pages, or null if there is none. Pure: does not access
 * the disk. `path` is the request's path as received, still escaped, without query. Nothing is unescaped, because no
 * built file needs it; so an address has only one meaning.
 */
export function fileOfAddress(path: string): string | null {
  if (path === '/') return 'index.html';
  if (!path.startsWith('/') || path.length > 500) return null;
  const names = path.slice(1).split('/');
  if (names.length > maxDepth || !names.every((part) => safeFileName.test(part))) return null;
  const file = names.join('/');
  return Object.hasOwn(contentTypes, posix.extname(file)) ? file : null;
}
