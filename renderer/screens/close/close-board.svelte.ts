import type { DayReport } from '../../../shared/contract/day-procedures.ts';
import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { clock } from '../../state/clock.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask, type Told } from '../../transport/desk.ts';
import { dayOf, daysOf, stepPeriod, type Period } from './period.ts';

const restMs = 700;

/** A day, a week or a month as it is looked at: its sums, and what is missing before it can be closed. */
class CloseBoard {
  period = $state<Period>('day');
  day = $state(dayOf(clock.now));
  report = $state.raw<DayReport | null>(null);
  missing = $state.raw<{ unfinished: EntryRow[]; unprinted: EntryRow[] } | null>(null);
  problem = $state.raw<Problem | null>(null);
  readonly days = $derived(daysOf(this.period, this.day));
  readonly #askSoon = soon(() => this.#ask(), restMs);

  look(): void {
    this.#askSoon();
  }

  /** `by` 1: the period after; -1: the one before */
  step(by: 1 | -1): void {
    this.day = stepPeriod(this.period, this.day, by);
  }

  readonly receive = (told: Told): void => {
    if (['entries', 'missed', 'desk', 'print', 'labels'].includes(told.kind)) this.#askSoon();
  };

  async #ask(): Promise<void> {
    const days = this.days;
    const [report, missing] = await Promise.all([ask('day.report', days), ask('day.missing', days)]);
    // another day was chosen meanwhile, which is asked for already
    if (days.from !== this.days.from || days.to !== this.days.to) return;
    this.problem = report.ok ? null : report.problem;
    if (report.ok) this.report = report.value;
    if (missing.ok) this.missing = missing.value;
  }
}

export const closeBoard = new CloseBoard();
