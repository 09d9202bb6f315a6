/** One measured figure, as a ratio within one run against what `against` names; a line of JSON each. */
export interface Figure {
  bench: string;
  case: string;
  figure: number;
  unit: string;
  against: string;
  ratio: number;
  /** largest (or, where `least`, smallest) ratio that is good enough; largest figure, where `goalUnit` is told; null where none is set */
  goal: number | null;
  goalUnit?: string;
  met: boolean;
}

export function figure(
  bench: string,
  name: string,
  measured: number,
  unit: string,
  against: { name: string; value: number },
  goal: number,
): Figure {
  const ratio = measured / against.value;
  return {
    bench,
    case: name,
    figure: round(measured),
    unit,
    against: `${against.name} (${round(against.value)} ${unit})`,
    ratio: round(ratio),
    goal,
    met: ratio <= goal,
  };
}

/** A figure with a goal of its own, in its unit, or with none; the ratio is told beside it. */
export function absolute(
  bench: string,
  name: string,
  measured: number,
  unit: string,
  against: { name: string; value: number },
  goal: number | null,
): Figure {
  const told = figure(bench, name, measured, unit, against, goal ?? Infinity);
  return { ...told, goal, goalUnit: unit, met: goal === null || measured <= goal };
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Milliseconds that `act` takes. */
export function timed(act: () => void): number {
  const from = performance.now();
  act();
  return performance.now() - from;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
