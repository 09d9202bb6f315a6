/**
 * Troubles a supervisor stages in practice mode to train staff. `outage`: the service is unreachable. `lost`: it
 * accepts an order but its answer is lost. `refused`: it rejects an address. `paper`: the label printer runs out of
 * paper in the middle of a label.
 */
export const drillTroubles = ['outage', 'lost', 'refused', 'paper'] as const;
export type DrillTrouble = (typeof drillTroubles)[number];

/** Possible durations of a drill (minutes). */
export const drillMinutes = [5, 10, 20, 30] as const;

export interface DrillPlan {
  troubles: readonly DrillTrouble[];
  /** ms of the desk's clock. */
  beganAt: number;
  /** When it ends automatically. */
  untilAt: number;
}

export interface Span {
  from: number;
  to: number;
}

/**
 * When each trouble is active. During an outage no other trouble can occur, so an outage takes the first half of a
 * drill with several troubles, and the others the second half.
 */
export function activeSpans({ troubles, beganAt, untilAt }: DrillPlan): Partial<Record<DrillTrouble, Span>> {
  const hasTwoPhases = troubles.includes('outage') && troubles.length > 1;
  const secondPhaseAt = hasTwoPhases ? Math.round((beganAt + untilAt) / 2) : null;
  return Object.fromEntries(
    drillTroubles
      .filter((trouble) => troubles.includes(trouble))
      .map((trouble): [DrillTrouble, Span] => [
        trouble,
        trouble === 'outage'
          ? { from: beganAt, to: secondPhaseAt ?? untilAt }
          : { from: secondPhaseAt ?? beganAt, to: untilAt },
      ]),
  );
}

export function isTroubleActive(plan: DrillPlan, trouble: DrillTrouble, now: number): boolean {
  const span = activeSpans(plan)[trouble];
  return span !== undefined && now >= span.from && now < span.to;
}

/** When a trouble of a drill begins or ends next; null if none does. */
export function nextChangeAt(plan: DrillPlan, now: number): number | null {
  const upcoming = Object.values(activeSpans(plan))
    .flatMap(({ from, to }) => [from, to])
    .filter((time) => time > now);
  return upcoming.length === 0 ? null : Math.min(...upcoming);
}
