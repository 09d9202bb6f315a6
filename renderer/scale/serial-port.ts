import type { LineOptions } from '../../shared/settings/scale.ts';

/** The part of a Web Serial port that is used. */
export interface Port {
  open(options: LineOptions): Promise<void>;
  close(): Promise<void>;
  forget(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}
export interface Serial {
  /** Ports the user granted to this page. */
  getPorts(): Promise<Port[]>;
  requestPort(): Promise<Port>;
  addEventListener(name: 'connect' | 'disconnect', listener: () => void): void;
  removeEventListener(name: 'connect' | 'disconnect', listener: () => void): void;
}

declare global {
  interface Navigator {
    /** Not available in every browser, and not in TypeScript's own types. */
    readonly serial?: Serial;
  }
}

/** Null if the browser has no Web Serial. */
export const findSerial = (): Serial | null => navigator.serial ?? null;
