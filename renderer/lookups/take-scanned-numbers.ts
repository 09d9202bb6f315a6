import { scanHandlers } from '../state/scan-handlers.ts';
import { ask } from '../transport/desk.ts';

/** The number by which the service knows a parcel. */
type ScannedBy = 'key' | 'trackingNumber';

/** Passes every scanned number to `take` until the returned function is called. */
export function takeScannedNumbers(by: ScannedBy, take: (number: string) => void): () => void {
  return scanHandlers.register({
    number(text, known) {
      if (known) void numberOfScan(text, by).then(take);
      else take(text);
      return true;
    },
  });
}

/**
 * The number to ask the service by when a parcel of this desk was scanned: its label shows both, and the service knows
 * only one of them. Falls back to the scanned text.
 */
async function numberOfScan(text: string, by: ScannedBy): Promise<string> {
  const meaning = await ask('scan.find', { text });
  const newest = meaning.ok && meaning.value.is === 'entry' ? meaning.value.entries[0] : undefined;
  if (!newest) return text;
  if (by === 'key') return newest.key;
  const entry = await ask('entries.get', { id: newest.id });
  return (entry.ok ? entry.value.trackingNumber : null) ?? text;
}
