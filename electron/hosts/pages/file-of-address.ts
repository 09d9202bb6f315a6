import { posix } from 'node:path';
import { contentTypes } from './content-types.ts';

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
