import { lineOptions, type ScaleLine, type ScaleProtocol } from '../../shared/settings/scale.ts';
import { readReading, type Reading } from './read-reading.ts';
import type { Port } from './serial-port.ts';
import { MessageSplitter } from './split-messages.ts';

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
