import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { columnNames } from './column-target.ts';
import { importKind, importKindNames, type ImportKind } from './import-kinds.ts';
import { guessMapping, keyColumnOf } from './mapping.ts';
import { targetOfTitle } from './read-header.ts';

/** A file or sheet named after a kind counts as two columns. */
const nameBonus = 2;
/**
 * Bonus for the kind imported most: a single column that only another kind has, such as District, does not outweigh it.
 */
const likeliestBonus = 1.5;
/** Penalty for a missing key column: the header may have its own name for the key, so other columns still count. */
const missingKeyPenalty = 2;

/** Guesses the kind of order from a header: the one that most columns fit, including its key. */
export function guessKind(titles: readonly string[], names: readonly string[], units: UnitSettings): ImportKind {
  const scoreOf = (kind: ImportKind, at: number): number =>
    fitOf(titles, kind, units) + (isNamedAfter(kind, names) ? nameBonus : 0) + (at === 0 ? likeliestBonus : 0);
  const fits = importKindNames.map((kind, at) => ({ kind, fit: scoreOf(kind, at) }));
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
  return hasKey ? fitting : fitting - missingKeyPenalty;
}

const isNamedAfter = (kind: ImportKind, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().replaceAll(/[ _]/g, '-').startsWith(kind));
