/**
 * One measured figure and its ratio to the figure that `against` names, from the same run. It is printed as a line of
 * JSON, whose fields are public.
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
  /**
   * the spread of the rounds exceeds the distance of the median from the goal, so another run may give another result
   */
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
  const ratios = rounds.map((singleRound) => singleRound.measured / singleRound.against).toSorted((a, b) => a - b);
  const baseline = { name: against, value: median(rounds.map((singleRound) => singleRound.against)) };
  const result = figure(
    bench,
    name,
    median(rounds.map((singleRound) => singleRound.measured)),
    unit,
    baseline,
    goal ?? Infinity,
  );
  const ratio = median(ratios);
  const spread = [round(ratios[0] ?? Number.NaN), round(ratios.at(-1) ?? Number.NaN)] as const;
  const inconclusive = goal !== null && spread[1] - spread[0] > Math.abs(goal - ratio);
  return { ...result, ratio: round(ratio), goal, met: goal === null || ratio <= goal, spread, inconclusive };
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
  const result = figure(bench, name, measured, unit, against, goal ?? Infinity);
  return { ...result, goal, goalUnit: unit, met: goal === null || measured <= goal };
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
  const measured = rounds.map((singleRound) => singleRound.measured).toSorted((a, b) => a - b);
  const baseline = { name: against, value: median(rounds.map((singleRound) => singleRound.against)) };
  const [smallest = Number.NaN, greatest = Number.NaN] = [measured[0], measured.at(-1)];
  const inconclusive = greatest - smallest > Math.abs(goal - median(measured));
  const result = absolute(bench, name, median(measured), unit, baseline, goal);
  return { ...result, spread: [round(smallest), round(greatest)], inconclusive };
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Measures how long `action` takes (ms). */
export function measureMs(action: () => void): number {
  const startedAt = performance.now();
  action();
  return performance.now() - startedAt;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
