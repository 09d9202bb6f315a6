import type { Today } from '../../../shared/contract/day-procedures.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** minimum interval between reads while entries change, ms */
const minIntervalMs = 500;

/** The last loaded day; kept when the screen is left, and reloaded on return. */
class TodayBoard {
  today = $state.raw<Today | null>(null);
  /** loaded since the screen was opened */
  isFresh = $state(false);
  readonly #loadThrottled = throttle(async () => {
    const answer = await ask('day.today', {});
    if (!answer.ok) return;
    this.today = answer.value;
    this.isFresh = true;
  }, minIntervalMs);

  /** Called when the screen is opened or requested again; the next answer counts as fresh. */
  beginVisit(): void {
    this.isFresh = false;
    this.#loadThrottled();
  }
  refresh(): void {
    this.#loadThrottled();
  }

  readonly receive = (event: ClientEvent): void => {
    if (['entries', 'missed', 'desk', 'settings', 'print'].includes(event.kind)) this.#loadThrottled();
  };
}

export const todayBoard = new TodayBoard();
