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
  /** least and greatest ratio of its rounds; of its figures, where `goalUnit` is told */
  spread?: readonly [number, number];
  /** the rounds lie further apart than the median lies from its goal: another run may say otherwise */
  inconclusive?: boolean;
}

/** What was measured in one round, and beside it in the same round what it is compared with. */
export interface Round {
  measured: number;
  against: number;
}

/** The figure of rounds that took turns: their median, and how far apart they lie. */
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

/** As `absolute`, of rounds that took turns: their median, and how far apart they lie. */
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

/** Milliseconds that `act` takes. */
export function timed(act: () => void): number {
  const from = performance.now();
  act();
  return performance.now() - from;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
