import type { LineOptions } from '../../shared/settings/scale.ts';

/** What is used of a port of Web Serial. */
export interface Port {
  open(options: LineOptions): Promise<void>;
  close(): Promise<void>;
  forget(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}
export interface Serial {
  /** those that a person let to this page */
  getPorts(): Promise<Port[]>;
  requestPort(): Promise<Port>;
  addEventListener(name: 'connect' | 'disconnect', listener: () => void): void;
  removeEventListener(name: 'connect' | 'disconnect', listener: () => void): void;
}

declare global {
  interface Navigator {
    /** not in every browser, and none of TypeScript's own */
    readonly serial?: Serial;
  }
}

/** Null where the browser has none. */
export const findSerial = (): Serial | null => navigator.serial ?? null;
