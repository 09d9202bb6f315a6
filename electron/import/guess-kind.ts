import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { columnNames } from './column-target.ts';
import { importKind, importKindNames, type ImportKind } from './import-kinds.ts';
import { guessMapping, keyColumnOf } from './mapping.ts';
import { targetOfTitle } from './read-header.ts';

/** A file or sheet that is called after a kind speaks for it as two columns do. */
const forName = 2;
/** A single column that only another kind has, as District, is no reason against the kind that counters import most. */
const forLikeliest = 1.5;
/** A header that names no key of a kind may call it by a name of its own; the other columns still speak. */
const forLackingKey = 2;

/** The kind of order a header most likely means: the one most of its columns fit, its key among them. */
export function guessKind(titles: readonly string[], names: readonly string[], units: UnitSettings): ImportKind {
  const speaks = (kind: ImportKind, at: number): number =>
    fitOf(titles, kind, units) + (isNamed(kind, names) ? forName : 0) + (at === 0 ? forLikeliest : 0);
  const fits = importKindNames.map((kind, at) => ({ kind, fit: speaks(kind, at) }));
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).kind;
}

function fitOf(titles: readonly string[], kind: ImportKind, units: UnitSettings): number {
  const { endpoint } = importKind(kind);
  const names = columnNames(endpoint);
  const meant = guessMapping(titles, endpoint, units);
  const fitting = titles.filter(
    (title, at) => typeof meant[at] === 'string' || 'otherUnit' in targetOfTitle(title, names, units),
  ).length;
  const hasKey = meant.includes(keyColumnOf(endpoint));
  return hasKey ? fitting : fitting - forLackingKey;
}

const isNamed = (kind: ImportKind, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().replaceAll(/[ _]/g, '-').startsWith(kind));
