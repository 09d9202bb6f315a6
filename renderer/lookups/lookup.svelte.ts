import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { throttled } from '../state/throttled.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { isServiceUnreachable } from './freshness.ts';

/** A question of a screen to the service. */
export interface Question<A> {
  ask: (mode: 'last' | 'fresh') => Promise<Result<A>>;
  /** Whether the service has answered all of it in this call. */
  isFresh: (answer: A) => boolean;
  /** Whether an event about these subjects may have changed the answer; default: never. */
  concerns?: (about: LookupAbout, subjects: readonly string[] | 'many') => boolean;
  /** Merges a later `last` answer into the shown one, for example to keep the reason it is not fresh. */
  carry?: (shown: A, last: A) => A;
  /**
   * Merges a `fresh` answer into the shown one, for a question that is extended and answered in parts; default: the
   * fresh answer itself. With `join`, `carry` must decide by age which answer is newer.
   */
  join?: (shown: A, fresh: A) => A;
}

/**
 * One question and its answer. Shows the last known answer at once and the service's own when it arrives; repeats both
 * when the desk reports a change or is online again. An answer overtaken by a later question is dropped.
 */
export class Lookup<A> {
  answer = $state.raw<A | null>(null);
  /** The service has not answered yet. */
  isAsking = $state(false);
  /** Why the desk itself has no answer; problems of the service are part of the answer. */
  problem = $state.raw<Problem | null>(null);
  #question: Question<A> | null = null;
  #turn = 0;
  /** Number of fresh answers shown in this turn: a `last` answer requested before one of them is older than it. */
  #freshShown = 0;
  #away = false;
  /** Number of fresh answers pending in this turn. */
  #pendingFresh = 0;
  readonly #loadLastSoon = throttled(() => this.#loadLast(), 500);

  /** Asks a new question and clears the previous answer. */
  ask(question: Question<A>): void {
    this.#question = question;
    this.#turn += 1;
    this.answer = null;
    this.problem = null;
    this.#away = isServiceUnreachable();
    this.#pendingFresh = 0;
    void this.#loadLast();
    void this.#loadFresh();
  }

  /** Replaces the question and keeps the answer; requests only `part`, if given. */
  extend(question: Question<A>, part?: Question<A>['ask']): void {
    this.#question = question;
    if (!part) return;
    void this.#loadLast(part);
    void this.#loadFresh(part);
  }

  /** Clears the question and ignores pending answers. */
  clear(): void {
    this.#question = null;
    this.#turn += 1;
    this.#pendingFresh = 0;
    this.answer = null;
    this.problem = null;
    this.isAsking = false;
  }

  /** Asks the service again; the current answer stays until the new one arrives. */
  refresh(): void {
    if (!this.isAsking) void this.#loadFresh();
  }

  /** Handles desk events: `$effect(() => desk.subscribe(lookup.receive))`. */
  receive = (event: ClientEvent): void => {
    const question = this.#question;
    if (!question) return;
    if (event.kind === 'missed' || event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#away;
      this.#away = isServiceUnreachable();
      // The connection may have returned while events were missed.
      if (wasAway && !this.#away && !(this.answer && question.isFresh(this.answer))) return this.refresh();
    }
    if (event.kind === 'missed') this.#loadLastSoon();
    if (event.kind === 'lookup' && question.concerns?.(event.about, event.subjects)) this.#loadLastSoon();
  };

  async #loadLast(ask = this.#question?.ask): Promise<void> {
    const turn = this.#turn;
    const shown = this.#freshShown;
    const answered = await ask?.('last');
    if (!answered?.ok || turn !== this.#turn) return;
    if (shown !== this.#freshShown && !this.#question?.join) return;
    const last = answered.value;
    this.answer = this.answer && this.#question?.carry ? this.#question.carry(this.answer, last) : last;
  }

  async #loadFresh(ask = this.#question?.ask): Promise<void> {
    if (!ask) return;
    const turn = this.#turn;
    this.#pendingFresh += 1;
    this.isAsking = true;
    const answered = await ask('fresh');
    if (turn !== this.#turn) return;
    this.#pendingFresh -= 1;
    this.#freshShown += 1;
    this.isAsking = this.#pendingFresh > 0;
    this.problem = answered.ok ? null : answered.problem;
    if (!answered.ok) return;
    const fresh = answered.value;
    this.answer = this.answer && this.#question?.join ? this.#question.join(this.answer, fresh) : fresh;
  }
}
