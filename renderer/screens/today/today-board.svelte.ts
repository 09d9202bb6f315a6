import type { Today } from '../../../shared/contract/day-procedures.ts';
import { soon } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** longest between two looks while entries change, ms */
const restMs = 500;

/** The day as it was last told; kept when the screen is left, and asked anew when it is come back to. */
class TodayBoard {
  today = $state.raw<Today | null>(null);
  /** it was told since the screen was come to */
  isFresh = $state(false);
  readonly #askSoon = soon(async () => {
    const answer = await ask('day.today', {});
    if (!answer.ok) return;
    this.today = answer.value;
    this.isFresh = true;
  }, restMs);

  /** Somebody comes to the screen, or asks for it again. */
  visit(): void {
    this.isFresh = false;
    this.#askSoon();
  }
  refresh(): void {
    this.#askSoon();
  }

  readonly receive = (event: ClientEvent): void => {
    if (['entries', 'missed', 'desk', 'settings', 'print'].includes(event.kind)) this.#askSoon();
  };
}

export const todayBoard = new TodayBoard();
