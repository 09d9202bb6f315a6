import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { soon } from '../state/soon.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { isAway } from './is-away.ts';

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
  asking = $state(false);
  /** Why the desk itself has no answer; problems of the service are part of the answer. */
  problem = $state.raw<Problem | null>(null);
  #question: Question<A> | null = null;
  #turn = 0;
  /** Number of fresh answers shown in this turn: a `last` answer requested before one of them is older than it. */
  #shown = 0;
  #away = false;
  /** Number of fresh answers pending in this turn. */
  #open = 0;
  readonly #askLast = soon(() => this.#last(), 500);

  /** Asks a new question and clears the previous answer. */
  ask(question: Question<A>): void {
    this.#question = question;
    this.#turn += 1;
    this.answer = null;
    this.problem = null;
    this.#away = isAway();
    this.#open = 0;
    void this.#last();
    void this.#fresh();
  }

  /** Replaces the question and keeps the answer; requests only `part`, if given. */
  goOn(question: Question<A>, part?: Question<A>['ask']): void {
    this.#question = question;
    if (!part) return;
    void this.#last(part);
    void this.#fresh(part);
  }

  /** Clears the question and ignores pending answers. */
  end(): void {
    this.#question = null;
    this.#turn += 1;
    this.#open = 0;
    this.answer = null;
    this.problem = null;
    this.asking = false;
  }

  /** Asks the service again; the current answer stays until the new one arrives. */
  again(): void {
    if (!this.asking) void this.#fresh();
  }

  /** Handles desk events: `$effect(() => desk.subscribe(lookup.receive))`. */
  receive = (event: ClientEvent): void => {
    const question = this.#question;
    if (!question) return;
    if (event.kind === 'missed' || event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#away;
      this.#away = isAway();
      // The connection may have returned while events were missed.
      if (wasAway && !this.#away && !(this.answer && question.isFresh(this.answer))) return this.again();
    }
    if (event.kind === 'missed') this.#askLast();
    if (event.kind === 'lookup' && question.concerns?.(event.about, event.subjects)) this.#askLast();
  };

  async #last(ask = this.#question?.ask): Promise<void> {
    const turn = this.#turn;
    const shown = this.#shown;
    const answered = await ask?.('last');
    if (!answered?.ok || turn !== this.#turn) return;
    if (shown !== this.#shown && !this.#question?.join) return;
    const last = answered.value;
    this.answer = this.answer && this.#question?.carry ? this.#question.carry(this.answer, last) : last;
  }

  async #fresh(ask = this.#question?.ask): Promise<void> {
    if (!ask) return;
    const turn = this.#turn;
    this.#open += 1;
    this.asking = true;
    const answered = await ask('fresh');
    if (turn !== this.#turn) return;
    this.#open -= 1;
    this.#shown += 1;
    this.asking = this.#open > 0;
    this.problem = answered.ok ? null : answered.problem;
    if (!answered.ok) return;
    const fresh = answered.value;
    this.answer = this.answer && this.#question?.join ? this.#question.join(this.answer, fresh) : fresh;
  }
}
