import { paperOrigin } from './app-scheme.ts';

export interface PendingPages {
  /** returns the address that serves the page, once */
  add(page: Uint8Array<ArrayBuffer>): string;
  take(path: string): Uint8Array<ArrayBuffer> | null;
  forget(address: string): void;
}

/** Pages to print, handed from their creator to the hidden window that prints them. */
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
