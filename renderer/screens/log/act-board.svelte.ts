import type { LoggedAction } from '../../../shared/contract/rights-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { Right } from '../../../shared/rights/rights.ts';
import { throttled } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

const pageSize = 100;
/** minimum interval between reads while actions are logged, ms */
const minIntervalMs = 500;

/** The log of protected actions, filtered by right and text, newest first. */
export class ActionLog {
  text = $state('');
  right = $state<Right | 'all'>('all');
  actions = $state.raw<readonly LoggedAction[]>([]);
  hasMore = $state(false);
  isLoaded = $state(false);
  problem = $state.raw<Problem | null>(null);
  #question = 0;

  /** Queries again; the answer to an older query is dropped. */
  async load(): Promise<void> {
    const asked = ++this.#question;
    const answer = await ask('rights.log', { ...this.#filter(), limit: pageSize });
    if (asked !== this.#question) return;
    this.isLoaded = true;
    this.problem = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    this.actions = answer.value.acts;
    this.hasMore = answer.value.more;
  }

  async loadOlder(): Promise<void> {
    const asked = this.#question;
    const before = this.actions.at(-1)?.seq;
    if (before === undefined || !this.hasMore) return;
    const answer = await ask('rights.log', { ...this.#filter(), before, limit: pageSize });
    if (asked !== this.#question || !answer.ok) return;
    this.actions = [...this.actions, ...answer.value.acts];
    this.hasMore = answer.value.more;
  }

  /** Handles desk events: `$effect(() => desk.subscribe(board.receive))`. */
  readonly receive = ({ kind }: ClientEvent): void => {
    if (['acts', 'missed', 'desk'].includes(kind)) this.#refreshThrottled();
  };

  readonly #refreshThrottled = throttled(() => this.#refreshNewest(), minIntervalMs);

  /** Reloads the newest page; older pages stay below it if there is no gap between. */
  async #refreshNewest(): Promise<void> {
    const asked = this.#question;
    const answer = await ask('rights.log', { ...this.#filter(), limit: pageSize });
    if (asked !== this.#question || !answer.ok) return;
    const { acts, more } = answer.value;
    const oldest = acts.at(-1)?.seq ?? 0;
    const overlaps = (this.actions[0]?.seq ?? 0) >= oldest;
    const older = overlaps ? this.actions.filter(({ seq }) => seq < oldest) : [];
    this.problem = null;
    this.actions = [...acts, ...older];
    if (older.length === 0) this.hasMore = more;
  }

  /** All matching lines, for an export. */
  async loadAll(): Promise<readonly LoggedAction[]> {
    const all: LoggedAction[] = [];
    for (let more = true; more;) {
      const before = all.at(-1)?.seq;
      const answer = await ask('rights.log', {
        ...this.#filter(),
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

  readonly #filter = () => ({ text: this.text, ...(this.right !== 'all' && { right: this.right }) });
}
