import {
  type SerialOptions,
  type ScaleProtocol,
  serialOptions,
  type ScaleLine,
} from '../../shared/settings/settings.ts';

/** The part of a Web Serial port that is used. */
export interface Port {
  open(options: SerialOptions): Promise<void>;
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

/** Maximum length of a message, longer than any message of a scale. A longer one is noise, up to its end. */
const maxMessageLength = 64;
const [STX, ETX, LF, CR] = [2, 3, 10, 13];

/**
 * Splits the bytes of a scale into messages, however they are chunked. An invalid byte discards the whole message, so
 * that no weight is read from half of one.
 */
export class MessageSplitter {
  readonly #isToledo: boolean;
  #text = '';
  #isDiscarding: boolean;

  constructor(protocol: Exclude<ScaleProtocol, 'none'>) {
    this.#isToledo = protocol === '8217-kg' || protocol === '8217-lb';
    // Listening may begin in the middle of a message.
    this.#isDiscarding = true;
  }

  *splitBytes(bytes: Uint8Array): Generator<string> {
    for (const byte of bytes) {
      // A status byte of the 8217 protocol may have any value.
      const isStatus = this.#isToledo && !this.#isDiscarding && this.#text === '?';
      if (!isStatus && byte === STX) this.#begin();
      else if (!isStatus && (byte === CR || byte === LF || byte === ETX)) {
        if (!this.#isDiscarding && this.#text !== '') yield this.#text;
        // The next message of an 8217 begins with STX.
        if (this.#isToledo) this.#discard();
        else this.#begin();
      } else if (isStatus || (byte >= 0x20 && byte < 0x7f && this.#text.length < maxMessageLength))
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
const numberPattern = String.raw`(\d{1,7}(?:\.\d{1,4})?)`;
const unitPattern = '(kg|g|lb|oz)';

const sicsPattern = new RegExp(`^S ([SD]) {1,10}(-?) {0,9}${numberPattern} {1,3}${unitPattern}$`);
const sendsPattern = new RegExp(`^(ST|US),(?:(GS|NT|G|N|TR),)?([+-])? {0,8}${numberPattern} {0,3}${unitPattern}$`);
const overloadPattern = /^OL(?:,(?:GS|NT|G|N|TR))?(?:,[+-]? {0,8}[\d.E+ -]{0,14}(?: {0,3}(?:kg|g|lb|oz))?)?$/;
const toledoPattern = /^(\d{1,5}\.\d{1,4})(N?)$/;

/** Whether a weight is negative; the sign of a zero is ignored. */
const isNegative = (sign: string | undefined, digits: string): boolean => sign === '-' && !isZero(digits);
export const isZero = (digits: string): boolean => !/[1-9]/.test(digits);

/**
 * Parses one message by the chosen protocol only. Anything that does not match exactly is null; nothing is guessed from
 * a partial match.
 */
export function readReading(protocol: Exclude<ScaleProtocol, 'none'>, message: string): Reading | null {
  if (protocol === 'sics') return readSics(message);
  if (protocol === 'sends') return readSends(message);
  return readToledo(message, protocol === '8217-kg' ? 'kg' : 'lb');
}

function weightReading(
  digits: string,
  unit: string,
  flags: { stable: boolean; negative: boolean; net: boolean },
): Reading {
  return { is: 'weight', digits, unit: massUnits.find((one) => one === unit) ?? 'g', ...flags };
}

function readSics(message: string): Reading | null {
  const [, stability, sign, digits, unit] = sicsPattern.exec(message) ?? [];
  if (digits !== undefined && unit !== undefined)
    return weightReading(digits, unit, { stable: stability === 'S', negative: isNegative(sign, digits), net: false });
  if (message === 'S +') return { is: 'over' };
  if (message === 'S -') return { is: 'under' };
  if (message === 'S I') return { is: 'moving' };
  return /^E[STL]$/.test(message) ? { is: 'fault' } : null;
}

function readSends(message: string): Reading | null {
  const [, stability, kind, sign, digits, unit] = sendsPattern.exec(message) ?? [];
  if (digits !== undefined && unit !== undefined)
    // A displayed tare is not the weight of the load.
    return kind === 'TR'
      ? { is: 'fault' }
      : weightReading(digits, unit, {
          stable: stability === 'ST',
          negative: isNegative(sign, digits),
          net: kind === 'NT' || kind === 'N',
        });
  return overloadPattern.test(message) ? { is: 'over' } : null;
}

const statusBit = { moving: 1, over: 2, under: 4 };

function readToledo(message: string, unit: MassUnit): Reading | null {
  const [, digits, net] = toledoPattern.exec(message) ?? [];
  // An 8217 sends a weight only when it is stable.
  if (digits !== undefined) return weightReading(digits, unit, { stable: true, negative: false, net: net === 'N' });
  if (message.length !== 2 || !message.startsWith('?')) return null;
  const status = message.charCodeAt(1);
  if (status & statusBit.over) return { is: 'over' };
  if (status & statusBit.under) return { is: 'under' };
  if (status & statusBit.moving) return { is: 'moving' };
  return { is: 'fault' };
}

type Protocol = Exclude<ScaleProtocol, 'none'>;

/** Polling interval in ms: five polls while a reading is fresh. */
const pollMs = 400;
/** Command that requests a reading from a scale which sends none on its own. */
const pollCommandOf = (protocol: Protocol): string | null =>
  protocol === 'sends' ? null : protocol === 'sics' ? 'SI\r\n' : 'W\r';

interface PortListener {
  onOpened: () => void;
  onReading: (reading: Reading) => void;
}

/** Reads a port until it is disconnected or `signal` aborts, then closes it. Throws if the port cannot be opened. */
export async function listenToPort(
  port: Port,
  protocol: Protocol,
  line: ScaleLine,
  portListener: PortListener,
  signal: AbortSignal,
): Promise<void> {
  await port.open(serialOptions(line));
  portListener.onOpened();
  const pollCommand = pollCommandOf(protocol);
  const pollTimer = pollCommand === null ? null : setInterval(() => void writeText(port, pollCommand), pollMs);
  if (pollCommand !== null) void writeText(port, pollCommand);
  try {
    // After a line error, such as wrong parity, the port provides a new stream; once unplugged, none.
    while (port.readable && !signal.aborted)
      if (await readStream(port.readable, protocol, portListener.onReading, signal)) break;
  } finally {
    if (pollTimer !== null) clearInterval(pollTimer);
    await port.close().catch(() => undefined);
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  protocol: Protocol,
  onReading: (reading: Reading) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const messages = new MessageSplitter(protocol);
  const reader = stream.getReader();
  const cancelReading = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancelReading);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      for (const message of messages.splitBytes(value)) {
        const reading = readReading(protocol, message);
        if (reading) onReading(reading);
      }
    }
  } catch {
    // The port's next stream shows whether it is still connected.
    return false;
  } finally {
    signal.removeEventListener('abort', cancelReading);
    reader.releaseLock();
  }
}

async function writeText(port: Port, text: string): Promise<void> {
  if (!port.writable || port.writable.locked) return;
  const writer = port.writable.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
  } catch {
    // A disconnected port ends the reading.
  } finally {
    writer.releaseLock();
  }
}
