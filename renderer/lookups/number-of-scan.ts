import { ask } from '../transport/desk.ts';

/**
 * What to ask the service by where a number of one of this desk's parcels was scanned: its label has both, and only one of them
 * is known there. The text itself where the desk has no better.
 */
export async function numberOfScan(text: string, by: 'key' | 'trackingNumber'): Promise<string> {
  const meaning = await ask('scan.find', { text });
  const newest = meaning.ok && meaning.value.is === 'entry' ? meaning.value.entries[0] : undefined;
  if (!newest) return text;
  if (by === 'key') return newest.key;
  const entry = await ask('entries.get', { id: newest.id });
  return (entry.ok ? entry.value.trackingNumber : null) ?? text;
}
