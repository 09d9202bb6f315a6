import type { LoggedAct } from '../../../shared/contract/rights-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { Right } from '../../../shared/rights/rights.ts';
import { soon } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

const atOnce = 100;
/** minimum interval between reads while actions are logged, ms */
const restMs = 500;

/** The log of protected actions, filtered by right and text, newest first. */
export class ActBoard {
  text = $state('');
  right = $state<Right | 'all'>('all');
  acts = $state.raw<readonly LoggedAct[]>([]);
  more = $state(false);
  known = $state(false);
  problem = $state.raw<Problem | null>(null);
  #question = 0;

  /** Queries again; the answer to an older query is dropped. */
  async look(): Promise<void> {
    const asked = ++this.#question;
    const answer = await ask('rights.log', { ...this.#wanted(), limit: atOnce });
    if (asked !== this.#question) return;
    this.known = true;
    this.problem = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    this.acts = answer.value.acts;
    this.more = answer.value.more;
  }

  async older(): Promise<void> {
    const asked = this.#question;
    const before = this.acts.at(-1)?.seq;
    if (before === undefined || !this.more) return;
    const answer = await ask('rights.log', { ...this.#wanted(), before, limit: atOnce });
    if (asked !== this.#question || !answer.ok) return;
    this.acts = [...this.acts, ...answer.value.acts];
    this.more = answer.value.more;
  }

  /** Handles desk events: `$effect(() => desk.subscribe(board.receive))`. */
  readonly receive = ({ kind }: ClientEvent): void => {
    if (['acts', 'missed', 'desk'].includes(kind)) this.#keepUpSoon();
  };

  readonly #keepUpSoon = soon(() => this.#keepUp(), restMs);

  /** Reloads the newest page; older pages stay below it if there is no gap between. */
  async #keepUp(): Promise<void> {
    const asked = this.#question;
    const answer = await ask('rights.log', { ...this.#wanted(), limit: atOnce });
    if (asked !== this.#question || !answer.ok) return;
    const { acts, more } = answer.value;
    const oldest = acts.at(-1)?.seq ?? 0;
    const isJoined = (this.acts[0]?.seq ?? 0) >= oldest;
    const older = isJoined ? this.acts.filter(({ seq }) => seq < oldest) : [];
    this.problem = null;
    this.acts = [...acts, ...older];
    if (older.length === 0) this.more = more;
  }

  /** All matching lines, for an export. */
  async whole(): Promise<readonly LoggedAct[]> {
    const all: LoggedAct[] = [];
    for (let more = true; more;) {
      const before = all.at(-1)?.seq;
      const answer = await ask('rights.log', {
        ...this.#wanted(),
        ...(before !== undefined && { before }),
        limit: 1000,
      });
      if (!answer.ok) {
        this.problem = answer.problem;
        return [];
      }
      all.push(...answer.value.acts);
      ({ more } = answer.value);
    }
    return all;
  }

  readonly #wanted = () => ({ text: this.text, ...(this.right !== 'all' && { right: this.right }) });
}
