import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { RowSource } from '../state/row-source.svelte.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { mergeFreshness, isServiceUnreachable } from './freshness.ts';
import { SvelteSet } from 'svelte/reactivity';

/** Freshness of the rows of a list. Reading a row again returns what is known, but not whether it was just asked. */
export class RowFreshness {
  readonly #known = new Map<string, Freshness>();

  /** Records the result of asking the service about an id. */
  record(id: string, { at, fresh, why }: Freshness): void {
    this.#known.set(id, { at, fresh, why });
  }

  /** Called when the desk reports a change: remembers the row's freshness, so that a newer answer counts as fresh. */
  rememberShown(id: string, row: Freshness | undefined): void {
    if (row && !this.#known.has(id)) this.record(id, row);
  }

  merge<T extends Freshness>(id: string, row: T): T {
    return mergeFreshness(this.#known.get(id), row);
  }

  /** The ids for which the service was unreachable. */
  unreachable(ids: readonly string[]): string[] {
    return ids.filter((id) => ['offline', 'paused', 'desk-gone'].includes(this.#known.get(id)?.why?.kind ?? ''));
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#known.delete(id);
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
 * The subjects a user looked up in this list, newest first. The list survives leaving the screen and is asked again
 * after an outage.
 */
export class LookupList<R extends Freshness> {
  /** Typed but not yet submitted. */
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
  #next = 1;
  #away = false;

  constructor(loader: ListLoader<R>) {
    this.#loader = loader;
    this.source = new RowSource<LookupLine<R>>({
      seqs: () => Promise.resolve(this.#ids.flatMap((id) => this.#seqOf.get(id) ?? [])),
      rows: (seqs) => this.#rows(seqs),
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
    await this.ask(ids);
  }

  /**
   * Puts ids at the top, without duplicates, with what is known of them. The oldest are dropped beyond the maximum
   * length.
   */
  addToTop(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#seqOf.has(id)) continue;
      this.#seqOf.set(id, this.#next);
      this.#idOf.set(this.#next++, id);
    }
    this.#replaceIds([...new Set([...ids, ...this.#ids])].slice(0, this.#loader.maxLength));
    const [first] = ids;
    const at = first === undefined ? null : (this.#seqOf.get(first) ?? null);
    void this.source.loadSeqs().then(() => (this.source.selection = { cursor: at, anchor: at, selected: new Set() }));
  }

  /** Asks the service about these ids. */
  async ask(ids: readonly string[]): Promise<void> {
    const some = ids.filter((id) => this.#seqOf.has(id)).slice(0, this.#loader.maxLength);
    if (some.length === 0) return;
    for (const id of some) this.pendingIds.add(id);
    const answered = await this.#loader.load(some, 'fresh');
    // Ids removed meanwhile are ignored.
    const still = some.filter((id) => this.#seqOf.has(id));
    if (still.length === 0) return;
    for (const id of still) this.pendingIds.delete(id);
    this.problem = answered.ok ? null : answered.problem;
    for (const row of answered.ok ? answered.value : []) {
      const id = this.#loader.idOf(row);
      if (this.#seqOf.has(id)) this.#freshness.record(id, row);
    }
    this.source.changed(still);
  }

  /** Removes these ids from the list. */
  drop(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.#replaceIds(this.#ids.filter((id) => !gone.has(id)));
    void this.source.loadSeqs();
  }

  /** The ids of these rows, in list order. */
  idsOf(seqs: ReadonlySet<number>): string[] {
    return this.#ids.filter((id) => seqs.has(this.#seqOf.get(id) ?? 0));
  }

  receive(event: ClientEvent): void {
    if (event.kind === 'missed') this.source.changed('many');
    if (event.kind === 'lookup' && event.about === this.#loader.about) this.#receiveAnswers(event.subjects);
    if (event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#away;
      this.#away = isServiceUnreachable();
      if (wasAway && !this.#away) this.askUnreached();
    }
  }

  /**
   * Asks again about the ids for which the service was unreachable, for example when the screen is opened after an
   * outage.
   */
  askUnreached(): void {
    if (isServiceUnreachable()) this.#away = true;
    else void this.ask(this.#freshness.unreachable(this.#ids));
  }

  #receiveAnswers(subjects: readonly string[] | 'many'): void {
    if (subjects === 'many') return this.source.changed('many');
    const known = subjects.filter((id) => this.#seqOf.has(id));
    for (const id of known) {
      this.#freshness.rememberShown(id, this.source.rows.get(this.#seqOf.get(id) ?? 0)?.row);
      this.pendingIds.delete(id);
    }
    if (known.length > 0) this.source.changed(known);
  }

  async #rows(seqs: readonly number[]): Promise<LookupLine<R>[] | null> {
    const ids = seqs.flatMap((seq) => this.#idOf.get(seq) ?? []);
    if (ids.length === 0) return [];
    const answered = await this.#loader.load(ids, 'last');
    if (!answered.ok) return null;
    return answered.value.flatMap((row) => {
      const id = this.#loader.idOf(row);
      const seq = this.#seqOf.get(id);
      return seq === undefined ? [] : [{ seq, id, row: this.#freshness.merge(id, row) }];
    });
  }

  #replaceIds(ids: readonly string[]): void {
    const stays = new Set(ids);
    const gone = this.#ids.filter((id) => !stays.has(id));
    for (const id of gone) {
      this.#idOf.delete(this.#seqOf.get(id) ?? 0);
      this.#seqOf.delete(id);
      this.pendingIds.delete(id);
    }
    this.#freshness.forget(gone);
    this.#ids = ids;
  }
}
