import { arrows, type Arrow } from './arrows.ts';
import { fates } from './fates.ts';

/** Faults of a whole desk or of its service. */
export const deskFaults = [
  'outage',
  'unauthorized',
  'ill-endpoint',
  'killed',
  'killed-within',
  'closed',
  'clock-back',
  'clock-forward',
  'restored-with-journal',
  'restored-without',
  'restored-beside',
  'reopened',
  'setting-saved',
  'secret-saved',
  'mode-switched',
  'disk-full',
] as const;
export const faults = [...fates.filter((fate) => fate !== 'well'), ...deskFaults];
export type Fault = (typeof faults)[number];

export interface Cell {
  /** how often an entry made this transition after it, or the whole desk while it was open, was hit by the fault */
  met: number;
  /** how often the hit came after the entry's previous transition */
  next: number;
}
export type Coverage = Map<string, Cell>;
export const cellName = (arrow: Arrow, fault: Fault): string => `${arrow} | ${fault}`;

/** Name of an entry here: a declaration has the key of the order it declares, so it gets a prefix. */
export const nameOfEntry = (endpoint: number, key: string): string => (endpoint === 7 ? `declaration ${key}` : key);

const ofCapture: readonly Arrow[] = ['none capture draft', 'none capture queued'];

/** Records which faults hit each entry, by its name, and which transitions it makes after them. */
export class Met {
  readonly cells: Coverage = new Map();
  readonly #behind = new Map<string, Map<Fault, number>>();
  readonly #taken = new Map<string, number>();

  hit(name: string, fault: Fault): void {
    const behind = this.#behind.get(name) ?? new Map<Fault, number>();
    this.#behind.set(name, behind);
    behind.set(fault, this.#taken.get(name) ?? 0);
  }

  take(name: string, arrow: Arrow): void {
    // Another entry with the same key starts without faults.
    if (ofCapture.includes(arrow)) this.#behind.delete(name);
    const taken = this.#taken.get(name) ?? 0;
    for (const [fault, at] of this.#behind.get(name) ?? []) {
      const cellOf = cellName(arrow, fault);
      const cell = this.cells.get(cellOf) ?? { met: 0, next: 0 };
      cell.met += 1;
      if (at === taken) cell.next += 1;
      this.cells.set(cellOf, cell);
    }
    this.#taken.set(name, taken + 1);
  }
}

export function addCoverage(to: Coverage, from: Coverage): void {
  for (const [name, { met, next }] of from) {
    const cell = to.get(name) ?? { met: 0, next: 0 };
    to.set(name, { met: cell.met + met, next: cell.next + next });
  }
}

/** Why a cell is impossible; null if it is possible. */
export function whyNever(arrow: Arrow, fault: Fault): string | null {
  const isOfDesk = (deskFaults as readonly string[]).includes(fault);
  if (ofCapture.includes(arrow) && (!isOfDesk || fault === 'unauthorized'))
    return 'what is being entered has had no exchange yet';
  if (ofCapture.includes(arrow)) return 'what is being entered was not open before: nothing could hit it';
  return null;
}

/** All cells with their counts, and which possible ones were met too seldom or impossible ones were met. */
export function readCoverage(coverage: Coverage, enough: number) {
  const cells = arrows.flatMap((arrow) =>
    faults.map((fault) => {
      const { met, next } = coverage.get(cellName(arrow, fault)) ?? { met: 0, next: 0 };
      return { arrow, fault, met, next, never: whyNever(arrow, fault) };
    }),
  );
  return {
    cells,
    enough: cells.filter(({ met, never }) => never === null && met >= enough).length,
    tooFew: cells.filter(({ met, never }) => never === null && met < enough),
    impossible: cells.filter(({ never }) => never !== null).length,
    metThoughImpossible: cells.filter(({ met, never }) => never !== null && met > 0),
  };
}
