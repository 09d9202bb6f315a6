import type { LoggedAct } from '../../../shared/contract/rights-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { Right } from '../../../shared/rights/rights.ts';
import { ask } from '../../transport/desk.ts';

const atOnce = 100;

/** The log of acts, narrowed to a kind and a text, the newest first. */
export class ActBoard {
  text = $state('');
  right = $state<Right | 'all'>('all');
  acts = $state.raw<readonly LoggedAct[]>([]);
  more = $state(false);
  known = $state(false);
  problem = $state.raw<Problem | null>(null);
  #question = 0;

  /** Asks anew; what comes of an older question is not shown. */
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

  /** All that fits, for a file. */
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
