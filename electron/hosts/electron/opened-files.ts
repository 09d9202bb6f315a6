import { maxImportBytes } from '../../../shared/import/import-limit.ts';
import type { SchemeAnswer } from './serve-scheme.ts';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const maxPathLength = 4096;
const maxNameLength = 255;
const spreadsheetPattern = /\.(csv|tsv|txt|xlsx)$/i;

/**
 * Finds the spreadsheet among the arguments of the program, from "open with" or a command line; null if none. Arguments
 * are untrusted: options, URLs, network paths (accessing one would send the user's credentials there) and other file
 * types are skipped. Relative paths are resolved in `folder`.
 */
export function findSpreadsheet(args: readonly string[], folder: string): string | null {
  for (const arg of args.slice(1)) {
    if (arg.startsWith('-') || arg.length > maxPathLength || !spreadsheetPattern.test(arg)) continue;
    const path = /^file:/i.test(arg) ? pathOfAddress(arg) : arg;
    // a URL of another scheme; a single letter is a drive
    if (path === null || path.includes('\0') || /^[a-z][a-z0-9+.-]+:/i.test(path) || isNetworkPath(path)) continue;
    const absolutePath = isAbsolute(path) ? path : resolve(folder, path);
    if (spreadsheetPattern.test(absolutePath) && !isNetworkPath(absolutePath)) return absolutePath;
  }
  return null;
}

/** A Windows path of another machine or a device: `\\\\server\\share`, `\\\\?\\UNC\\server`, with either slash. */
const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path);

function pathOfAddress(address: string): string | null {
  try {
    const url = new URL(address);
    return url.host === '' && url.search === '' && url.hash === '' ? fileURLToPath(url) : null;
  } catch {
    return null;
  }
}

export interface OpenedFiles {
  /** returns the route that shows the file in the import */
  add(path: string): string;
  /** answers `app://desk/given/ID`, once */
  answer(path: string, headers: Readonly<Record<string, string>>): Promise<SchemeAnswer> | null;
}

const routePattern = /^\/given\/([0-9a-f-]{36})$/;

/**
 * Spreadsheets a person opened with the app, until the page has read them. A page can fetch no other file, and each
 * only once.
 */
export function createOpenedFiles(newId: () => string): OpenedFiles {
  const unreadPaths = new Map<string, string>();
  return {
    add(path) {
      const id = newId();
      // only the latest file counts
      unreadPaths.clear();
      unreadPaths.set(id, path);
      const name = basename(path).slice(-maxNameLength);
      return `#/import/given/${id}/${encodeURIComponent(name.toWellFormed())}`;
    },
    answer(address, headers) {
      const [, id] = routePattern.exec(address) ?? [];
      if (id === undefined) return null;
      const path = unreadPaths.get(id);
      unreadPaths.delete(id);
      return path === undefined ? Promise.resolve({ status: 404, headers, body: null }) : answerWithFile(path, headers);
    },
  };
}

/** A file that is too large is answered with the status 413 and no content. */
async function answerWithFile(path: string, headers: Readonly<Record<string, string>>): Promise<SchemeAnswer> {
  try {
    // opening a pipe would wait for its other end
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { status: 404, headers, body: null };
      if (stats.size > maxImportBytes) return { status: 413, headers, body: null };
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const body = new Uint8Array(bytes.subarray(0, bytesRead));
      return { status: 200, headers: { ...headers, 'Content-Type': 'application/octet-stream' }, body };
    } finally {
      await file.close();
    }
  } catch {
    return { status: 404, headers, body: null };
  }
}
