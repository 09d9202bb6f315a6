import type { LookupAbout } from '../../shared/contract/lookup-procedures.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { soon } from '../state/soon.ts';
import type { ClientEvent } from '../transport/desk.ts';
import { isAway } from './is-away.ts';

/** What a screen wants to know. */
export interface Question<A> {
  ask: (mode: 'last' | 'fresh') => Promise<Result<A>>;
  /** the service said all of it for this call */
  isFresh: (answer: A) => boolean;
  /** an event about these may have changed the answer; left out: none does */
  concerns?: (about: LookupAbout, subjects: readonly string[] | 'many') => boolean;
  /** what is kept of the answer shown so far when a `last` one comes after it, as why it is not fresh */
  carry?: (shown: A, last: A) => A;
  /**
   * what is shown once a `fresh` answer comes to one that is shown, where the question goes on and answers are of parts of it; left out:
   * the answer itself. Who gives it has `carry` tell by its age what an answer knows better.
   */
  join?: (shown: A, fresh: A) => A;
}

/**
 * One question and its answer: what is known is there at once, the service's own answer when it comes, and both again when the
 * desk tells of something new or is online again. An answer that a later question overtook is dropped.
 */
export class Lookup<A> {
  answer = $state.raw<A | null>(null);
  /** the service has not answered yet */
  asking = $state(false);
  /** why the desk itself has no answer; what the service could not say stands in the answer */
  problem = $state.raw<Problem | null>(null);
  #question: Question<A> | null = null;
  #turn = 0;
  /** fresh answers shown in this turn: a `last` one asked before them is older than they are */
  #shown = 0;
  #away = false;
  /** fresh answers on their way in this turn */
  #open = 0;
  readonly #askLast = soon(() => this.#last(), 500);

  /** Asks anew; the answer of the question before goes. */
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

  /** The question is this one from now on. What is known stays, and `part` of it alone is asked, where it is given. */
  goOn(question: Question<A>, part?: Question<A>['ask']): void {
    this.#question = question;
    if (!part) return;
    void this.#last(part);
    void this.#fresh(part);
  }

  /** There is no question any more, and what is still on its way answers none. */
  end(): void {
    this.#question = null;
    this.#turn += 1;
    this.#open = 0;
    this.answer = null;
    this.problem = null;
    this.asking = false;
  }

  /** Asks the service once more; what is shown stays until it has answered. */
  again(): void {
    if (!this.asking) void this.#fresh();
  }

  /** Hears the desk: `$effect(() => desk.subscribe(lookup.receive))`. */
  receive = (event: ClientEvent): void => {
    const question = this.#question;
    if (!question) return;
    if (event.kind === 'missed' || event.kind === 'sync' || event.kind === 'link') {
      const wasAway = this.#away;
      this.#away = isAway();
      // the line may have come back while nobody looked
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
