import type { TrackedRow, WatchRow } from '../../../shared/contract/lookup-answers.ts';
import { watchLists, type WatchList } from '../../../shared/contract/lookup-procedures.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { LookupList, type LookupLine, RowFreshness } from '../../lookups/lookup-list.svelte.ts';
import { command } from '../../state/commands.ts';
import { RowSource } from '../../state/row-source.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** The lists of the screen: `asked` has the numbers looked up here, the others are the watch lists. */
export const trackLists = ['asked', ...watchLists] as const;
export type TrackList = (typeof trackLists)[number];
export type TrackLine = LookupLine<TrackedRow | WatchRow>;

/** Maximum numbers per query, and per watch command. */
export const maxNumbers = 1000;
const maxRows = 500;

/** State of the tracking screen. It survives leaving the screen. */
class TrackBoard {
  list = $state<TrackList>('asked');
  counts = $state.raw<Record<WatchList, number> | null>(null);
  readonly lookups = new LookupList<TrackedRow>({
    about: 'tracked',
    maxLength: maxNumbers,
    idOf: ({ number }) => number,
    async load(numbers, mode) {
      const answer = await ask('lookups.track', { numbers: numbers, mode });
      return answer.ok ? ok(answer.value.rows) : answer;
    },
  });
  readonly watchSource = new RowSource<TrackLine>({
    seqs: async () => {
      const list = this.list === 'asked' ? 'all' : this.list;
      const [seqsAnswer, countsAnswer] = await Promise.all([ask('watch.seqs', { list }), ask('watch.counts', {})]);
      if (countsAnswer.ok) this.counts = countsAnswer.value;
      return seqsAnswer.ok ? seqsAnswer.value.seqs : null;
    },
    rows: async (seqs) => {
      const rows = await this.#loadWatchRows(seqs);
      return (
        rows?.map((row) => ({ seq: row.seq, id: row.number, row: this.#freshness.merge(row.number, row) })) ?? null
      );
    },
  });
  readonly #freshness = new RowFreshness();

  get source(): RowSource<TrackLine> | RowSource<LookupLine<TrackedRow>> {
    return this.list === 'asked' ? this.lookups.source : this.watchSource;
  }

  stepList(offset: 1 | -1): void {
    this.list = trackLists[(trackLists.indexOf(this.list) + offset + trackLists.length) % trackLists.length] ?? 'asked';
  }

  receive = (event: ClientEvent): void => {
    this.lookups.handleEvent(event);
    if (event.kind === 'missed' || event.kind === 'desk') this.watchSource.markChanged('many');
    if (event.kind !== 'lookup' || (event.about !== 'tracked' && event.about !== 'watch')) return;
    // the looked-up rows also show whether a number is watched
    if (event.about === 'watch') this.lookups.source.markChanged(event.subjects);
    if (event.subjects === 'many') return this.watchSource.markChanged('many');
    const subjects = new Set(event.subjects);
    for (const { id, row } of this.watchSource.rows.values())
      if (subjects.has(id)) this.#freshness.rememberShown(id, row);
    this.watchSource.markChanged(event.subjects);
  };

  /** The selected numbers, or the one under the cursor, in the order of the list; null if the desk did not answer. */
  async loadSelectedNumbers(): Promise<string[] | null> {
    const { selected, cursor } = this.source.selection;
    const seqs =
      selected.size > 0 ? this.source.seqs.filter((seq) => selected.has(seq)) : cursor === null ? [] : [cursor];
    if (this.list === 'asked') return this.lookups.idsOf(new Set(seqs));
    const numbers: string[] = [];
    for (let offset = 0; offset < Math.min(seqs.length, maxNumbers); offset += maxRows) {
      const rows = await this.#loadWatchRows(seqs.slice(offset, offset + maxRows));
      if (!rows) return null;
      numbers.push(...rows.map(({ number }) => number));
    }
    return numbers;
  }

  /** Queries the service about these numbers now, on any list. */
  async askService(numbers: string[]): Promise<void> {
    if (this.list === 'asked') return this.lookups.askService(numbers);
    const answer = await ask('lookups.track', { numbers, mode: 'fresh' });
    if (answer.ok) for (const row of answer.value.rows) this.#freshness.record(row.number, row);
    else this.lookups.problem = answer.problem;
    this.watchSource.markChanged(numbers);
  }

  async #loadWatchRows(seqs: readonly number[]): Promise<WatchRow[] | null> {
    if (seqs.length === 0) return [];
    const answer = await ask('watch.rows', { seqs: [...seqs] });
    return answer.ok ? answer.value.rows : null;
  }
}

export const trackBoard = new TrackBoard();

/** Adds numbers to the watch list and reports the result. */
export async function watchNumbers(numbers: string[]): Promise<void> {
  if (!isWithinLimit(numbers)) return;
  const answer = await command('watch.add', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
  const { added, already } = answer.value;
  if (added.length > 0) toasts.show(() => t().tracking.added({ count: format.number(added.length) }));
  else toasts.show(() => t().tracking.already({ count: format.number(already.length) }));
}

/** Removes numbers from the watch list. Their stored answers stay. */
export async function unwatchNumbers(numbers: string[]): Promise<void> {
  if (!isWithinLimit(numbers)) return;
  const answer = await command('watch.remove', numbers.join(' ').slice(0, 2000), { numbers });
  if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
  const { length } = answer.value.removed;
  toasts.show(() => t().tracking.removed({ count: format.number(length) }));
}

function isWithinLimit(numbers: readonly string[]): boolean {
  if (numbers.length > maxNumbers)
    toasts.show(() => t().lookups.many.tooMany({ most: format.number(maxNumbers) }), 'ask');
  return numbers.length > 0 && numbers.length <= maxNumbers;
}
