import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { RowSource } from '../state/row-source.svelte.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { mergeFreshness, isServiceUnreachable } from './freshness.ts';
import { SvelteSet } from 'svelte/reactivity';

/**
 * Freshness of the rows of a list. Loading a row again returns the last known answer, but not whether the service was
 * just asked for it.
 */
export class RowFreshness {
  readonly #freshnessOfId = new Map<string, Freshness>();

  /** Records the result of asking the service about an id. */
  record(id: string, { at: at, fresh: fresh, why }: Freshness): void {
    this.#freshnessOfId.set(id, { at: at, fresh: fresh, why });
  }

  /** Called when the desk reports a change: remembers the row's freshness, so that a newer answer counts as fresh. */
  rememberShown(id: string, row: Freshness | undefined): void {
    if (row && !this.#freshnessOfId.has(id)) this.record(id, row);
  }

  merge<T extends Freshness>(id: string, row: T): T {
    return mergeFreshness(this.#freshnessOfId.get(id), row);
  }

  /** The ids for which the service was unreachable. */
  unreachable(ids: readonly string[]): string[] {
    return ids.filter((id) =>
      ['offline', 'paused', 'desk-gone'].includes(this.#freshnessOfId.get(id)?.why?.kind ?? ''),
    );
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#freshnessOfId.delete(id);
  }
}

/** A row of a list of lookups: `seq` identifies the row, `id` its subject. */
export interface LookupLine<R> {
  seq: number;
  id: string;
  row: R;
}

interface ListLoader<R> {
  about: LookupAbout;
  /** Maximum length of the list. */
  maxLength: number;
  load: (ids: string[], mode: 'last' | 'fresh') => Promise<Result<R[]>>;
  /** Id of a row's subject. */
  idOf: (row: R) => string;
}

/**
 * The subjects a user looked up in this list, newest first. The list survives leaving the screen, and the service is
 * asked again after an outage.
 */
export class LookupList<R extends Freshness> {
  /** The input that is not submitted yet. */
  text = $state('');
  problem = $state.raw<Problem | null>(null);
  /** Ids the service has not answered yet. */
  readonly pendingIds = new SvelteSet<string>();
  readonly source: RowSource<LookupLine<R>>;
  readonly #loader: ListLoader<R>;
  readonly #freshness = new RowFreshness();
  readonly #seqOf = new Map<string, number>();
  readonly #idOf = new Map<number, string>();
  #ids: readonly string[] = [];
  #nextSeq = 1;
  #isAway = false;

  constructor(loader: ListLoader<R>) {
    this.#loader = loader;
    this.source = new RowSource<LookupLine<R>>({
      seqs: () => Promise.resolve(this.#ids.flatMap((id) => this.#seqOf.get(id) ?? [])),
      rows: (seqs) => this.#loadRows(seqs),
    });
    void this.source.loadSeqs();
  }

  /** All ids of the list, newest first. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  /** Puts ids at the top, without duplicates, and asks the service about them. */
  async askAbout(ids: readonly string[]): Promise<void> {
    this.addToTop(ids);
    await this.askService(ids);
  }

  /**
   * Puts ids at the top, without duplicates, with what is known of them. The oldest are dropped beyond the maximum
   * length.
   */
  addToTop(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#seqOf.has(id)) continue;
      this.#seqOf.set(id, this.#nextSeq);
      this.#idOf.set(this.#nextSeq++, id);
    }
    this.#replaceIds([...new Set([...ids, ...this.#ids])].slice(0, this.#loader.maxLength));
    const [firstId] = ids;
    const firstSeq = firstId === undefined ? null : (this.#seqOf.get(firstId) ?? null);
    void this.source
      .loadSeqs()
      .then(() => (this.source.selection = { cursor: firstSeq, anchor: firstSeq, selected: new Set() }));
  }

  /** Asks the service about these ids. */
  async askService(ids: readonly string[]): Promise<void> {
    const listedIds = ids.filter((id) => this.#seqOf.has(id)).slice(0, this.#loader.maxLength);
    if (listedIds.length === 0) return;
    for (const id of listedIds) this.pendingIds.add(id);
    const answer = await this.#loader.load(listedIds, 'fresh');
    // Ids removed meanwhile are ignored.
    const remainingIds = listedIds.filter((id) => this.#seqOf.has(id));
    if (remainingIds.length === 0) return;
    for (const id of remainingIds) this.pendingIds.delete(id);
    this.problem = answer.ok ? null : answer.problem;
    for (const row of answer.ok ? answer.value : []) {
      const id = this.#loader.idOf(row);
      if (this.#seqOf.has(id)) this.#freshness.record(id, row);
    }
    this.source.markChanged(remainingIds);
  }

  /** Removes these ids from the list. */
  remove(ids: readonly string[]): void {
    const droppedIds = new Set(ids);
    this.#replaceIds(this.#ids.filter((id) => !droppedIds.has(id)));
    void this.source.loadSeqs();
  }

  /** The ids of these rows, in list order. */
  idsOf(seqs: ReadonlySet<number>): string[] {
    return this.#ids.filter((id) => seqs.has(this.#seqOf.get(id) ?? 0));
  }

  handleEvent(event: ClientEvent): void {
    if (event.kind === 'missed') this.source.markChanged('many');
    if (event.kind === 'lookup' && event.about === this.#loader.about) this.#receiveAnswers(event.subjects);
    if (event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#isAway;
      this.#isAway = isServiceUnreachable();
      if (wasAway && !this.#isAway) this.retryUnreachable();
    }
  }

  /**
   * Asks again about the ids for which the service was unreachable, for example when the screen is opened after an
   * outage.
   */
  retryUnreachable(): void {
    if (isServiceUnreachable()) this.#isAway = true;
    else void this.askService(this.#freshness.unreachable(this.#ids));
  }

  #receiveAnswers(subjects: readonly string[] | 'many'): void {
    if (subjects === 'many') return this.source.markChanged('many');
    const listedIds = subjects.filter((id) => this.#seqOf.has(id));
    for (const id of listedIds) {
      this.#freshness.rememberShown(id, this.source.rows.get(this.#seqOf.get(id) ?? 0)?.row);
      this.pendingIds.delete(id);
    }
    if (listedIds.length > 0) this.source.markChanged(listedIds);
  }

  async #loadRows(seqs: readonly number[]): Promise<LookupLine<R>[] | null> {
    const ids = seqs.flatMap((seq) => this.#idOf.get(seq) ?? []);
    if (ids.length === 0) return [];
    const answer = await this.#loader.load(ids, 'last');
    if (!answer.ok) return null;
    return answer.value.flatMap((row) => {
      const id = this.#loader.idOf(row);
      const seq = this.#seqOf.get(id);
      return seq === undefined ? [] : [{ seq, id, row: this.#freshness.merge(id, row) }];
    });
  }

  #replaceIds(ids: readonly string[]): void {
    const keptIds = new Set(ids);
    const droppedIds = this.#ids.filter((id) => !keptIds.has(id));
    for (const id of droppedIds) {
      this.#idOf.delete(this.#seqOf.get(id) ?? 0);
      this.#seqOf.delete(id);
      this.pendingIds.delete(id);
    }
    this.#freshness.forget(droppedIds);
    this.#ids = ids;
  }
}
