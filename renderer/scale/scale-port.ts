import { type LineOptions, type ScaleProtocol, lineOptions, type ScaleLine } from '../../shared/settings/settings.ts';

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

/** Longer than any message of a scale; a longer one is noise up to its end. */
const longest = 64;
const [STX, ETX, LF, CR] = [2, 3, 10, 13];

/**
 * Splits the bytes of a scale into messages, however they are chunked. An invalid byte discards the whole message, so
 * that no weight is read from half of one.
 */
export class MessageSplitter {
  readonly #isToledo: boolean;
  #text = '';
  #isDiscarding: boolean;

  constructor(way: Exclude<ScaleProtocol, 'none'>) {
    this.#isToledo = way === '8217-kg' || way === '8217-lb';
    // Listening may begin in the middle of a message.
    this.#isDiscarding = true;
  }

  *take(bytes: Uint8Array): Generator<string> {
    for (const byte of bytes) {
      // A status byte of the 8217 protocol may have any value.
      const isStatus = this.#isToledo && !this.#isDiscarding && this.#text === '?';
      if (!isStatus && byte === STX) this.#begin();
      else if (!isStatus && (byte === CR || byte === LF || byte === ETX)) {
        if (!this.#isDiscarding && this.#text !== '') yield this.#text;
        // The next message of an 8217 begins with STX.
        if (this.#isToledo) this.#discard();
        else this.#begin();
      } else if (isStatus || (byte >= 0x20 && byte < 0x7f && this.#text.length < longest))
        this.#text += String.fromCharCode(byte);
      else this.#discard();
    }
  }

  #begin(): void {
    this.#text = '';
    this.#isDiscarding = false;
  }

  #discard(): void {
    this.#text = '';
    this.#isDiscarding = true;
  }
}

export const massUnits = ['g', 'kg', 'lb', 'oz'] as const;
export type MassUnit = (typeof massUnits)[number];

/** One message of a scale. `digits` is as written by the scale, without a sign: `1.234`. */
export type Reading =
  | { is: 'weight'; digits: string; unit: MassUnit; stable: boolean; negative: boolean; net: boolean }
  | { is: 'moving' | 'over' | 'under' | 'fault' };

/** A weight with more digits than any scale writes is not a weight. */
const number = String.raw`(\d{1,7}(?:\.\d{1,4})?)`;
const unit = '(kg|g|lb|oz)';

const sics = new RegExp(`^S ([SD]) {1,10}(-?) {0,9}${number} {1,3}${unit}$`);
const sends = new RegExp(`^(ST|US),(?:(GS|NT|G|N|TR),)?([+-])? {0,8}${number} {0,3}${unit}$`);
const over = /^OL(?:,(?:GS|NT|G|N|TR))?(?:,[+-]? {0,8}[\d.E+ -]{0,14}(?: {0,3}(?:kg|g|lb|oz))?)?$/;
const toledo = /^(\d{1,5}\.\d{1,4})(N?)$/;

/** The sign of a zero means nothing. */
const signed = (sign: string | undefined, digits: string): boolean => sign === '-' && !isZero(digits);
export const isZero = (digits: string): boolean => !/[1-9]/.test(digits);

/**
 * Parses one message by the chosen protocol only. Anything that does not match exactly is null; nothing is guessed from
 * a partial match.
 */
export function readReading(way: Exclude<ScaleProtocol, 'none'>, message: string): Reading | null {
  if (way === 'sics') return readSics(message);
  if (way === 'sends') return readSent(message);
  return readToledo(message, way === '8217-kg' ? 'kg' : 'lb');
}

function weight(digits: string, of: string, rest: { stable: boolean; negative: boolean; net: boolean }): Reading {
  return { is: 'weight', digits, unit: massUnits.find((one) => one === of) ?? 'g', ...rest };
}

function readSics(message: string): Reading | null {
  const [, how, sign, digits, of] = sics.exec(message) ?? [];
  if (digits !== undefined && of !== undefined)
    return weight(digits, of, { stable: how === 'S', negative: signed(sign, digits), net: false });
  if (message === 'S +') return { is: 'over' };
  if (message === 'S -') return { is: 'under' };
  if (message === 'S I') return { is: 'moving' };
  return /^E[STL]$/.test(message) ? { is: 'fault' } : null;
}

function readSent(message: string): Reading | null {
  const [, how, kind, sign, digits, of] = sends.exec(message) ?? [];
  if (digits !== undefined && of !== undefined)
    // A displayed tare is not the weight of the load.
    return kind === 'TR'
      ? { is: 'fault' }
      : weight(digits, of, {
          stable: how === 'ST',
          negative: signed(sign, digits),
          net: kind === 'NT' || kind === 'N',
        });
  return over.test(message) ? { is: 'over' } : null;
}

const bit = { moving: 1, over: 2, under: 4 };

function readToledo(message: string, of: MassUnit): Reading | null {
  const [, digits, net] = toledo.exec(message) ?? [];
  // An 8217 sends a weight only when it is stable.
  if (digits !== undefined) return weight(digits, of, { stable: true, negative: false, net: net === 'N' });
  if (message.length !== 2 || !message.startsWith('?')) return null;
  const status = message.charCodeAt(1);
  if (status & bit.over) return { is: 'over' };
  if (status & bit.under) return { is: 'under' };
  if (status & bit.moving) return { is: 'moving' };
  return { is: 'fault' };
}

type Way = Exclude<ScaleProtocol, 'none'>;

/** Polling interval in ms: five polls while a reading is fresh. */
const pollMs = 400;
/** Command that requests a reading from a scale which sends none on its own. */
const pollCommandOf = (way: Way): string | null => (way === 'sends' ? null : way === 'sics' ? 'SI\r\n' : 'W\r');

interface PortListener {
  opened: () => void;
  read: (reading: Reading) => void;
}

/** Reads a port until it is gone or `signal` aborts, then closes it. Throws if the port cannot be opened. */
export async function listenToPort(
  port: Port,
  way: Way,
  line: ScaleLine,
  on: PortListener,
  signal: AbortSignal,
): Promise<void> {
  await port.open(lineOptions(line));
  on.opened();
  const question = pollCommandOf(way);
  const asking = question === null ? null : setInterval(() => void writeText(port, question), pollMs);
  if (question !== null) void writeText(port, question);
  try {
    // After a line error, such as wrong parity, the port provides a new stream; once unplugged, none.
    while (port.readable && !signal.aborted) if (await readStream(port.readable, way, on.read, signal)) break;
  } finally {
    if (asking !== null) clearInterval(asking);
    await port.close().catch(() => undefined);
  }
}

async function readStream(
  from: ReadableStream<Uint8Array>,
  way: Way,
  heard: (reading: Reading) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const messages = new MessageSplitter(way);
  const reader = from.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      for (const message of messages.take(value)) {
        const reading = readReading(way, message);
        if (reading) heard(reading);
      }
    }
  } catch {
    // The port's next stream shows whether it is still connected.
    return false;
  } finally {
    signal.removeEventListener('abort', stop);
    reader.releaseLock();
  }
}

async function writeText(port: Port, text: string): Promise<void> {
  if (!port.writable || port.writable.locked) return;
  const writer = port.writable.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
  } catch {
    // a port that is gone ends the reading
  } finally {
    writer.releaseLock();
  }
}
