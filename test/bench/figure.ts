/**
 * One measured figure and its ratio to the figure that `against` names, from the same run; printed as a line of JSON.
 */
export interface Figure {
  bench: string;
  case: string;
  figure: number;
  unit: string;
  against: string;
  ratio: number;
  /** maximum ratio, or maximum figure if `goalUnit` is set; null if there is no goal */
  goal: number | null;
  goalUnit?: string;
  met: boolean;
  /** minimum and maximum ratio of the rounds, or figure if `goalUnit` is set */
  spread?: readonly [number, number];
  /** the spread of the rounds exceeds the distance of the median from the goal, so another run may differ */
  inconclusive?: boolean;
}

/** Measurement of one round, and the value it is compared with from the same round. */
export interface Round {
  measured: number;
  against: number;
}

/** The median and the spread of alternating rounds. */
export function ofRounds(
  bench: string,
  name: string,
  rounds: readonly Round[],
  unit: string,
  against: string,
  goal: number | null,
): Figure {
  const ratios = rounds.map((one) => one.measured / one.against).toSorted((a, b) => a - b);
  const beside = { name: against, value: median(rounds.map((one) => one.against)) };
  const told = figure(bench, name, median(rounds.map((one) => one.measured)), unit, beside, goal ?? Infinity);
  const ratio = median(ratios);
  const spread = [round(ratios[0] ?? Number.NaN), round(ratios.at(-1) ?? Number.NaN)] as const;
  const inconclusive = goal !== null && spread[1] - spread[0] > Math.abs(goal - ratio);
  return { ...told, ratio: round(ratio), goal, met: goal === null || ratio <= goal, spread, inconclusive };
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

/** A figure whose goal, if any, is in its own unit; the ratio is reported in addition. */
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

/** Like `absolute`, for the median and the spread of alternating rounds. */
export function absoluteOfRounds(
  bench: string,
  name: string,
  rounds: readonly Round[],
  unit: string,
  against: string,
  goal: number,
): Figure {
  const measured = rounds.map((one) => one.measured).toSorted((a, b) => a - b);
  const beside = { name: against, value: median(rounds.map((one) => one.against)) };
  const [least = Number.NaN, greatest = Number.NaN] = [measured[0], measured.at(-1)];
  const inconclusive = greatest - least > Math.abs(goal - median(measured));
  const told = absolute(bench, name, median(measured), unit, beside, goal);
  return { ...told, spread: [round(least), round(greatest)], inconclusive };
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Time that `act` takes (ms). */
export function timed(act: () => void): number {
  const from = performance.now();
  act();
  return performance.now() - from;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
