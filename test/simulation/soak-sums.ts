import { addCoverage, readCoverage, type Cell, type Coverage } from './coverage.ts';
import type { Told } from './story.ts';

/** A transition after a fault counts as covered from this number of cases on. */
const enough = 100;
/** number of entries that count as one desk-day */
const entriesOfDay = 600;

/** Total of the results of stories, as stored in a file. */
export interface Sums {
  stories: number;
  acts: number;
  entries: number;
  exchanges: Record<string, number>;
  lost: number;
  doubled: number;
  /** stories that broke a rule, including those of `lost` and `doubled` */
  broken: number;
  toldAgain: number;
  hours: number;
  cpuSeconds: number;
  cells: Record<string, Cell>;
}

export const nothing = (): Sums => ({
  stories: 0,
  acts: 0,
  entries: 0,
  exchanges: {},
  lost: 0,
  doubled: 0,
  broken: 0,
  toldAgain: 0,
  hours: 0,
  cpuSeconds: 0,
  cells: {},
});

const numbers = [
  'stories',
  'acts',
  'entries',
  'lost',
  'doubled',
  'broken',
  'toldAgain',
  'hours',
  'cpuSeconds',
] as const satisfies readonly (keyof Sums)[];

export function addSums(to: Sums, from: Sums): void {
  for (const name of numbers) to[name] += from[name];
  for (const [fate, times] of Object.entries(from.exchanges)) to.exchanges[fate] = (to.exchanges[fate] ?? 0) + times;
  const cells: Coverage = new Map(Object.entries(to.cells));
  addCoverage(cells, new Map(Object.entries(from.cells)));
  to.cells = Object.fromEntries(cells);
}

/** The result of one story and the processor seconds it took. */
export function sumsOf({ plan, broken, entries, exchanges, coverage, lasted }: Told, cpuSeconds: number): Sums {
  return {
    ...nothing(),
    stories: 1,
    acts: plan.acts.length,
    entries,
    exchanges: Object.fromEntries(exchanges),
    lost: broken.some((what) => what.startsWith('rule 1')) ? 1 : 0,
    doubled: broken.some((what) => what.startsWith('rule 2')) ? 1 : 0,
    broken: broken.length > 0 ? 1 : 0,
    hours: lasted / 3_600_000,
    cpuSeconds,
    cells: Object.fromEntries(coverage),
  };
}

export const deskDays = ({ entries }: Sums): number => entries / entriesOfDay;

export const faultsIn = ({ exchanges }: Sums): number =>
  Object.entries(exchanges).reduce((sum, [fate, times]) => sum + (fate === 'well' ? 0 : times), 0);

export const coverageOf = ({ cells }: Sums) => readCoverage(new Map(Object.entries(cells)), enough);

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Total number of desk-days planned. */
const goalDays = 5000;

/**
 * How many cells would be met often enough in all planned desk-days, at the rate of the days so far, and which would
 * not.
 */
export function projected(sums: Sums): { projectedTo: number; metOftenEnough: number; tooSeldom: string[] } {
  const { cells } = coverageOf(sums);
  const needed = (enough * deskDays(sums)) / goalDays;
  const can = cells.filter(({ never }) => never === null);
  const tooSeldom = can.filter(({ met }) => met === 0 || met < needed);
  return {
    projectedTo: goalDays,
    metOftenEnough: can.length - tooSeldom.length,
    tooSeldom: tooSeldom.map(({ arrow, fault, met }) => `${arrow} | ${fault}: ${met}`),
  };
}

/** Lines printed at the end: figures, exchanges by fate, and coverage. */
export function* linesOf(sums: Sums): Generator<object> {
  const { cells: _cells, exchanges, hours, cpuSeconds, ...figures } = sums;
  const of = Object.entries(exchanges).sort(([, a], [, b]) => b - a);
  yield {
    ...figures,
    exchanges: of.reduce((sum, [, times]) => sum + times, 0),
    faults: faultsIn(sums),
    deskDays: rounded(deskDays(sums)),
    simulatedHours: Math.round(hours),
    cpuSeconds: Math.round(cpuSeconds),
    cpuSecondsPerDeskDay: rounded(cpuSeconds / deskDays(sums)),
  };
  yield { exchanges: Object.fromEntries(of) };
  const { cells, tooFew, impossible, metThoughImpossible, enough: covered } = coverageOf(sums);
  yield {
    cells: cells.length,
    metOftenEnough: covered,
    cannotBeMet: impossible,
    tooSeldom: tooFew.length,
    never: tooFew.filter(({ met }) => met === 0).length,
  };
  yield projected(sums);
  if (metThoughImpossible.length > 0) yield { metThoughImpossible };
}
