import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { throttle } from '../state/throttle.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { isServiceUnreachable } from './freshness.ts';

/** A question of a screen to the service. */
export interface Question<A> {
  load: (mode: 'last' | 'fresh') => Promise<Result<A>>;
  /** Whether the service has answered the whole question in this call. */
  isFresh: (answer: A) => boolean;
  /** Whether an event about these subjects may have changed the answer; default: never. */
  isAffectedBy?: (about: LookupAbout, subjects: readonly string[] | 'many') => boolean;
  /** Merges a later `last` answer into the shown one, for example to keep the reason why it is not fresh. */
  mergeLast?: (shown: A, last: A) => A;
  /**
   * Merges a `fresh` answer into the shown one, for a question that is extended and answered in parts; default: the
   * fresh answer itself. A question with `mergeFresh` needs a `mergeLast` that decides by age which answer is newer.
   */
  mergeFresh?: (shown: A, fresh: A) => A;
}

/**
 * One question and its answer. Shows the last known answer at once and the service's own when it arrives; repeats both
 * when the desk reports a change or is online again. An answer overtaken by a later question is dropped.
 */
export class Lookup<A> {
  answer = $state.raw<A | null>(null);
  /** The service has not answered yet. */
  isAsking = $state(false);
  /** Why the desk itself did not answer; problems of the service are part of the answer. */
  problem = $state.raw<Problem | null>(null);
  #question: Question<A> | null = null;
  #questionNumber = 0;
  /**
   * Number of fresh answers shown for the current question: a `last` answer requested before one of them is older than
   * it.
   */
  #freshShown = 0;
  #isAway = false;
  /** Number of fresh answers pending for the current question. */
  #pendingFresh = 0;
  readonly #loadLastSoon = throttle(() => this.#loadLast(), 500);

  /** Asks a new question and clears the previous answer. */
  ask(question: Question<A>): void {
    this.#question = question;
    this.#questionNumber += 1;
    this.answer = null;
    this.problem = null;
    this.#isAway = isServiceUnreachable();
    this.#pendingFresh = 0;
    void this.#loadLast();
    void this.#loadFresh();
  }

  /** Replaces the question and keeps the answer. Requests only what `loadPart` loads, if given. */
  extend(question: Question<A>, loadPart?: Question<A>['load']): void {
    this.#question = question;
    if (!loadPart) return;
    void this.#loadLast(loadPart);
    void this.#loadFresh(loadPart);
  }

  /** Clears the question and ignores pending answers. */
  clear(): void {
    this.#question = null;
    this.#questionNumber += 1;
    this.#pendingFresh = 0;
    this.answer = null;
    this.problem = null;
    this.isAsking = false;
  }

  /** Asks the service again; the current answer stays until the new one arrives. */
  refresh(): void {
    if (!this.isAsking) void this.#loadFresh();
  }

  /** Handles desk events: `$effect(() => desk.subscribe(lookup.handleEvent))`. */
  handleEvent = (event: ClientEvent): void => {
    const question = this.#question;
    if (!question) return;
    if (event.kind === 'missed' || event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#isAway;
      this.#isAway = isServiceUnreachable();
      // The connection may have returned while events were missed.
      if (wasAway && !this.#isAway && !(this.answer && question.isFresh(this.answer))) return this.refresh();
    }
    if (event.kind === 'missed') this.#loadLastSoon();
    if (event.kind === 'lookup' && question.isAffectedBy?.(event.about, event.subjects)) this.#loadLastSoon();
  };

  async #loadLast(load = this.#question?.load): Promise<void> {
    const questionNumber = this.#questionNumber;
    const freshShownBefore = this.#freshShown;
    const result = await load?.('last');
    if (!result?.ok || questionNumber !== this.#questionNumber) return;
    if (freshShownBefore !== this.#freshShown && !this.#question?.mergeFresh) return;
    const lastAnswer = result.value;
    this.answer =
      this.answer && this.#question?.mergeLast ? this.#question.mergeLast(this.answer, lastAnswer) : lastAnswer;
  }

  async #loadFresh(load = this.#question?.load): Promise<void> {
    if (!load) return;
    const questionNumber = this.#questionNumber;
    this.#pendingFresh += 1;
    this.isAsking = true;
    const result = await load('fresh');
    if (questionNumber !== this.#questionNumber) return;
    this.#pendingFresh -= 1;
    this.#freshShown += 1;
    this.isAsking = this.#pendingFresh > 0;
    this.problem = result.ok ? null : result.problem;
    if (!result.ok) return;
    const freshAnswer = result.value;
    this.answer =
      this.answer && this.#question?.mergeFresh ? this.#question.mergeFresh(this.answer, freshAnswer) : freshAnswer;
  }
}
