import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { ask } from '../../transport/desk.ts';

/** more replacements of one order than this are no counter's work */
const most = 50;

/** The key of the order that now stands in the place of the one with this key, past all its replacements; undefined where it was not replaced. */
export async function keyInPlaceOf(key: string): Promise<string | undefined> {
  const meant = await ask('scan.find', { text: key });
  const entries = meant.ok && meant.value.is === 'entry' ? meant.value.entries : [];
  let id = entries.find((entry) => entry.key === key && !borrowsKey(entry.endpoint))?.id;
  let found: string | undefined;
  for (let step = 0; id !== undefined && step < most; step++) {
    const entry = await ask('entries.get', { id });
    const next = entry.ok ? entry.value.inItsPlace : null;
    found = next?.key ?? found;
    id = next?.id;
  }
  return found;
}
