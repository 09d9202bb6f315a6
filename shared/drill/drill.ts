/**
 * What a supervisor stages in practice, so that staff meet it once before it is real. `outage`: the service is not reached. `lost`: it takes an order,
 * and its answer does not arrive. `refused`: it finds fault with an address. `paper`: the label printer runs out of paper in the middle of a label.
 */
export const drillTroubles = ['outage', 'lost', 'refused', 'paper'] as const;
export type DrillTrouble = (typeof drillTroubles)[number];

/** How long a drill may last (minutes). */
export const drillMinutes = [5, 10, 20, 30] as const;

export interface DrillPlan {
  troubles: readonly DrillTrouble[];
  /** ms of the desk's clock */
  beganAt: number;
  /** when it ends by itself */
  untilAt: number;
}

export interface Span {
  from: number;
  to: number;
}

/**
 * When each of its troubles is there. Nothing else can be met while the service is not reached, so that an outage is the first half of a drill that
 * has others, too; they are its second half.
 */
export function spansOf({ troubles, beganAt, untilAt }: DrillPlan): Partial<Record<DrillTrouble, Span>> {
  const hasBoth = troubles.includes('outage') && troubles.length > 1;
  const turn = hasBoth ? Math.round((beganAt + untilAt) / 2) : null;
  return Object.fromEntries(
    drillTroubles
      .filter((trouble) => troubles.includes(trouble))
      .map((trouble): [DrillTrouble, Span] => [
        trouble,
        trouble === 'outage' ? { from: beganAt, to: turn ?? untilAt } : { from: turn ?? beganAt, to: untilAt },
      ]),
  );
}

export function isInForce(plan: DrillPlan, trouble: DrillTrouble, now: number): boolean {
  const span = spansOf(plan)[trouble];
  return span !== undefined && now >= span.from && now < span.to;
}

/** When something of a drill begins or ends next; null: nothing more does. */
export function nextTurn(plan: DrillPlan, now: number): number | null {
  const later = Object.values(spansOf(plan))
    .flatMap(({ from, to }) => [from, to])
    .filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later);
}
