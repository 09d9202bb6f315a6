import { scanHandlers } from '../state/scan-handlers.ts';
import { ask } from '../transport/desk.ts';

/** What the service knows a parcel by. */
type ScannedBy = 'key' | 'trackingNumber';

/** A screen takes every number that is scanned, for as long as the returned function is not called. */
export function takeScannedNumbers(by: ScannedBy, take: (number: string) => void): () => void {
  return scanHandlers.offer({
    number(text, known) {
      if (known) void numberOfScan(text, by).then(take);
      else take(text);
      return true;
    },
  });
}

/**
 * What to ask the service by where a number of one of this desk's parcels was scanned: its label has both, and only one of them
 * is known there. The text itself where the desk has no better.
 */
async function numberOfScan(text: string, by: ScannedBy): Promise<string> {
  const meaning = await ask('scan.find', { text });
  const newest = meaning.ok && meaning.value.is === 'entry' ? meaning.value.entries[0] : undefined;
  if (!newest) return text;
  if (by === 'key') return newest.key;
  const entry = await ask('entries.get', { id: newest.id });
  return (entry.ok ? entry.value.trackingNumber : null) ?? text;
}
