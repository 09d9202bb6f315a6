import { endpointOf } from '../../shared/service/endpoints.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { contractPath } from './column-path.ts';
import { columnNames } from './column-target.ts';
import { importKind, importKindNames, type ImportKind } from './import-kinds.ts';
import { targetOfTitle } from './read-header.ts';

/** A file or sheet that is called after a kind speaks for it as two columns do. */
const forName = 2;
/** A single column that only another kind has, as District, is no reason against the kind that counters import most. */
const forLikeliest = 1.5;

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
  const found = titles.map((title) => targetOfTitle(title, names, units));
  const key = endpointOf(endpoint).key?.path.join('.');
  const hasKey = found.some((one) => 'target' in one && one.target && contractPath(one.target.way) === key);
  const fitting = found.filter((one) => 'otherUnit' in one || one.target !== null).length;
  return hasKey ? fitting : fitting - titles.length;
}

const isNamed = (kind: ImportKind, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().replaceAll(/[ _]/g, '-').startsWith(kind));
