import type { ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { fileHeaders, fileIdOfAddress, pageHeaders, readPage } from '../pages.ts';
import { paperOrigin, appHost, paperHost } from './app-scheme.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { SchemeAnswer, SchemeRequest } from './serve-scheme.ts';

export interface PendingPages {
  /** returns the address that serves the page, once */
  add(page: Uint8Array<ArrayBuffer>): string;
  take(path: string): Uint8Array<ArrayBuffer> | null;
  forget(address: string): void;
}

/** Pages to print, until the hidden window that prints them has loaded them. */
export function createPendingPages(newId: () => string): PendingPages {
  const pages = new Map<string, Uint8Array<ArrayBuffer>>();
  const pathOf = (address: string): string => address.slice(paperOrigin.length);
  return {
    add(page) {
      const path = `/${newId()}`;
      pages.set(path, page);
      return `${paperOrigin}${path}`;
    },
    take(path) {
      const page = pages.get(path) ?? null;
      pages.delete(path);
      return page;
    },
    forget: (address) => void pages.delete(pathOf(address)),
  };
}

/**
 * Answers `app://desk/…` with the built screens of `folder`, downloads of files the desk made, and files a person
 * opened with the app; answers `app://paper/…` with pages to print. Screens are available before the desk is open.
 */
export async function answerPage(
  request: SchemeRequest,
  folder: string,
  deskPromise: Promise<Pick<ScreenDesk, 'takeFile'>>,
  pendingPages: Pick<PendingPages, 'take'>,
  openedFiles: Pick<OpenedFiles, 'answer'>,
): Promise<SchemeAnswer> {
  const url = new URL(request.url);
  if (request.method === 'GET' && url.host === paperHost) return answerPaper(pendingPages.take(url.pathname));
  if (request.method !== 'GET' || url.host !== appHost) return notFound;
  const openedFile = openedFiles.answer(url.pathname, pageHeaders);
  if (openedFile) return openedFile;
  const id = fileIdOfAddress(url.pathname);
  if (id !== null) {
    const file = await (await deskPromise).takeFile(id);
    if (!file) return notFound;
    return { status: 200, headers: { ...fileHeaders(file), 'Content-Length': String(file.bytes) }, body: file.body };
  }
  return readPage(folder, url.pathname);
}

const notFound: SchemeAnswer = { status: 404, headers: pageHeaders, body: null };

// inline drawings and one style sheet: no script, no picture, no fetch
const paperPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function answerPaper(page: Uint8Array<ArrayBuffer> | null): SchemeAnswer {
  if (!page) return notFound;
  const headers = {
    ...pageHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': paperPolicy,
  };
  return { status: 200, headers, body: page };
}
