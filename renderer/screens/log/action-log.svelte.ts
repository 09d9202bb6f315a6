import type { Problem } from '../../../shared/contract/problem.ts';
import type { LoggedAction } from '../../../shared/contract/rights-procedures.ts';
import { drillTroubles, type DrillTrouble } from '../../../shared/drill/drill.ts';
import { type Right, isRight } from '../../../shared/rights/rights.ts';
import { throttle } from '../../state/throttle.ts';
import { format } from '../../texts/format.svelte.ts';
import { nameOfSetting, t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { troublesText } from '../settings/drill/drill-report.ts';

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
  #queryId = 0;

  /** Queries again; the answer to an older query is dropped. */
  async loadNewest(): Promise<void> {
    const queryId = ++this.#queryId;
    const answer = await ask('rights.log', { ...this.#filter(), limit: pageSize });
    if (queryId !== this.#queryId) return;
    this.isLoaded = true;
    this.problem = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    this.actions = answer.value.acts;
    this.hasMore = answer.value.more;
  }

  async loadOlder(): Promise<void> {
    const queryId = this.#queryId;
    const before = this.actions.at(-1)?.seq;
    if (before === undefined || !this.hasMore) return;
    const answer = await ask('rights.log', { ...this.#filter(), before, limit: pageSize });
    if (queryId !== this.#queryId || !answer.ok) return;
    this.actions = [...this.actions, ...answer.value.acts];
    this.hasMore = answer.value.more;
  }

  /** Handles desk events: `$effect(() => desk.subscribe(board.receive))`. */
  readonly receive = ({ kind }: ClientEvent): void => {
    if (['acts', 'missed', 'desk'].includes(kind)) this.#refreshThrottled();
  };

  readonly #refreshThrottled = throttle(() => this.#refreshNewest(), minIntervalMs);

  /** Reloads the newest page; older pages stay below it if there is no gap between. */
  async #refreshNewest(): Promise<void> {
    const queryId = this.#queryId;
    const answer = await ask('rights.log', { ...this.#filter(), limit: pageSize });
    if (queryId !== this.#queryId || !answer.ok) return;
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

const isTrouble = (code: string): code is DrillTrouble => drillTroubles.some((one) => one === code);

/** What an action was about: the name, and which settings, rights or troubles. */
export function sayAbout({ about, parts }: LoggedAction): string {
  const { rights } = t();
  const codes = parts.split(' ').filter(Boolean);
  const troubles = codes.filter(isTrouble);
  const partNames = codes
    .filter((code) => !isTrouble(code))
    .map((code) => rights.part[code] ?? (isRight(code) ? rights.name[code] : nameOfSetting(code)));
  return [about, troublesText(troubles), rights.log.named({ names: partNames })].filter(Boolean).join(' · ');
}

/** How the action ended, and for how many repetitions that is unknown. */
export function sayEnd({ outcome, unended }: LoggedAction): string {
  const { rights } = t();
  const outcomeText = rights.outcome[outcome];
  return unended === 0 ? outcomeText : rights.log.unended({ outcome: outcomeText, count: format.number(unended) });
}

export function sayOperator({ operator, via }: LoggedAction): string {
  const { log } = t().rights;
  return via === 'command-line' ? log.commandLine({ name: operator }) : operator || log.nobody;
}
