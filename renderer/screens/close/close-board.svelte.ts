import type { DayReport } from '../../../shared/contract/day-procedures.ts';
import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { clock } from '../../state/clock.svelte.ts';
import { dayOf, daysOf, stepPeriod, type Period } from '../../state/period.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

type Missing = Output<'day.missing'>;

const minIntervalMs = 500;
/** Minimum interval between reads of a week or a month, whose cost grows with the number of changes in it. */
const longIntervalMs = 10_000;

/** The day, week or month on screen: its sums, and what must be settled before it can be closed. */
class CloseBoard {
  period = $state<Period>('day');
  day = $state(dayOf(clock.now));
  problem = $state.raw<Problem | null>(null);
  #answer = $state.raw<{ report: DayReport; missing: Missing; at: number } | null>(null);
  readonly days = $derived(daysOf(this.period, this.day));
  /** answer for the selected days; null: not loaded yet. `at`: when it was requested, ms of the desk's clock */
  readonly answer = $derived(
    this.#answer?.report.from === this.days.from && this.#answer.report.to === this.days.to ? this.#answer : null,
  );
  readonly #loadThrottled = throttle(() => this.#load(), minIntervalMs);
  readonly #loadRarely = throttle(() => Promise.resolve(this.#loadThrottled()), longIntervalMs);

  /** Opening the screen selects today. */
  selectToday(): void {
    this.day = dayOf(clock.now);
  }

  refresh(): void {
    this.#loadThrottled();
  }

  /** Selects the next period, or with -1 the previous one. */
  stepDay(offset: 1 | -1): void {
    this.day = stepPeriod(this.period, this.day, offset);
  }

  readonly receive = (event: ClientEvent): void => {
    if (!['entries', 'missed', 'desk', 'print', 'labels'].includes(event.kind)) return;
    if (this.period === 'day') this.#loadThrottled();
    else this.#loadRarely();
  };

  async #load(): Promise<void> {
    const [days, at] = [this.days, clock.now];
    const [report, missing] = await Promise.all([ask('day.report', days), ask('day.missing', days)]);
    const failed = report.ok ? missing : report;
    this.problem = failed.ok ? null : failed.problem;
    if (report.ok && missing.ok) this.#answer = { report: report.value, missing: missing.value, at };
  }
}

export const closeBoard = new CloseBoard();
