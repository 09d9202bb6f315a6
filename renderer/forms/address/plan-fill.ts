import type { Party } from './parties.ts';

/** A value for an address field, by the field's name. */
export interface OfferedValue {
  name: string;
  text: string;
  sure: boolean;
}

export interface FillPlan {
  put: { path: string; text: string; sure: boolean }[];
  /** Fields left as they are because they hold another text. */
  kept: { path: string; here: string; there: string; sure: boolean }[];
  /** Values whose field this create does not have. */
  lacking: { name: string; text: string }[];
}

/** Moves District to the second street line if this create has no District and that line is free. */
export function moveDistrictToStreet<One extends Pick<OfferedValue, 'name' | 'text'>>(
  party: Party,
  offered: readonly One[],
  isFree: (path: string) => boolean,
): readonly One[] {
  const streets = offered.some(({ name, text }) => name === 'Street2' && text.trim() !== '');
  const takes = !party.fields.has('District') && party.fields.has('Street2') && isFree(`${party.at}.Street2`);
  if (!takes || streets) return offered;
  return offered.map((one) => (one.name === 'District' ? { ...one, name: 'Street2' } : one));
}

/**
 * What a block changes in a form. `isOpen`: whether a filled field may be overwritten. It may if an earlier block
 * filled it or it was carried over, and it was not typed in since; so may the field the block was pasted over.
 */
export function planBlockFill(
  party: Party,
  offered: readonly OfferedValue[],
  textAt: (path: string) => string,
  isOpen: (path: string) => boolean,
): FillPlan {
  const plan: FillPlan = { put: [], kept: [], lacking: [] };
  const isFree = (path: string): boolean => textAt(path).trim() === '' || isOpen(path);
  for (const { name, text, sure } of moveDistrictToStreet(party, offered, isFree)) {
    const path = `${party.at}.${name}`;
    const here = textAt(path);
    if (!party.fields.has(name)) plan.lacking.push({ name, text });
    else if (isFree(path)) plan.put.push({ path, text, sure });
    else if (here.trim() !== text) plan.kept.push({ path, here, there: text, sure });
  }
  const said = new Set(plan.put.map(({ path }) => path));
  for (const name of party.fields) {
    const path = `${party.at}.${name}`;
    if (!said.has(path) && textAt(path) !== '' && isOpen(path)) plan.put.push({ path, text: '', sure: true });
  }
  return plan;
}
