import { problem } from '../../shared/contract/problem.ts';
import type { State, TextMeans } from '../../shared/outbox/states.ts';
import { why, ownWordsOr, type Why } from '../../shared/outbox/whys.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { FactStore } from '../storage/database/facts.ts';
import {
  andThen,
  asNotTaken,
  asRefusedBy,
  asTaken,
  type Changed,
  stepOf,
  transition,
  withHolder,
  withQuestion,
  withReason,
  withToCancel,
  withWait,
} from './entry-change.ts';
import type { StoredEntry } from './entry-row.ts';
import { type OutboxContext, mayBeAtService } from './outbox-context.ts';
import type { Target } from './target.ts';
import { hash } from 'node:crypto';

interface Said {
  said: string;
  key: string;
}

/**
 * Normalizes a text for comparison across entries: drops the entry's own key and long numbers (times and ids of the
 * service).
 */
function normalizeText(text: string, key: string): string {
  return (/\p{Nd}/u.test(key) ? text.replaceAll(key, '*') : text).replaceAll(/\p{Nd}[\p{Nd}:.\-/T ]{4,}\p{Nd}/gu, '#');
}

/** Fact name used by older versions; it contains the text itself, which may include a person's name. */
const legacyTextName = (target: string, text: string, key: string): string =>
  `said ${target} ${normalizeText(text, key)}`;
export const isLegacyTextName = (name: string): boolean => name.startsWith('said ');
/** The same name with the text hashed. */
export const hashedName = (name: string): string => `text-means ${hash('sha256', name)}`;

/** Stores, per target, what a person decided an answer text means, for endpoints that report only acceptance. */
export function answerTexts(facts: FactStore) {
  const name = (target: string, text: string, key: string) => hashedName(legacyTextName(target, text, key));
  return {
    /** null: not decided yet */
    means(target: string, text: string, key: string): TextMeans | null {
      const found = facts.get(name(target, text, key)) ?? facts.get(legacyTextName(target, text, key));
      return found === 'fine' || found === 'refusal' ? found : null;
    },
    remember: (target: string, text: string, key: string, means: TextMeans): void =>
      facts.set(name(target, text, key), means),
    /** Causes the next entry with this text to ask again. */
    forget: (target: string, text: string, key: string): void => facts.set(name(target, text, key), ''),
    same: (one: Said, other: Said): boolean =>
      normalizeText(one.said, one.key) === normalizeText(other.said, other.key),
  };
}
export type AnswerTexts = ReturnType<typeof answerTexts>;

/** Applies a person's decision about what an answer text of the service means. */
export function answerTextVerbs({ db, records, host }: OutboxContext, texts: AnswerTexts, target: Target) {
  const asking = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE asks = 'unknown-text' ORDER BY seq`);
  const lastVerdict = db.prepare<[number], { verdict: string | null }>(
    'SELECT verdict FROM attempt WHERE entry = ? ORDER BY id DESC LIMIT 1',
  );

  function answered(row: StoredEntry, text: string, means: TextMeans): Changed {
    const now = host.now();
    if (means === 'refusal') return transition(asRefusedBy(row, text), 'failed', why('text-refuses', { text }), now);
    const taken = stepOf(row, 'ours', why('text-takes', { text }), now);
    // On a first attempt "not changed" shows that the key was in use before: the next question is whose order that is.
    if (lastVerdict.get(row.seq)?.verdict === 'not-changed' && row.reached_sha256 === null)
      return { row: withQuestion(row, 'was-there-before'), steps: [taken] };
    return andThen({ row: asTaken(row), steps: [taken] }, (next) =>
      transition(next, 'made', why('acceptance-is-all'), now),
    );
  }

  return {
    /**
     * Remembers what the text of an entry means at the target, and settles all entries asking about the same text.
     * Returns the state it leaves this one in.
     */
    answer(asked: StoredEntry, means: TextMeans, operator: string): State {
      const said = asked.said ?? '';
      const about = { said, key: asked.key };
      texts.remember(target.bound() ?? '', said, asked.key, means);
      let { state } = asked;
      for (const { seq } of asking.all()) {
        const before = records.bySeq(seq);
        if (before === undefined || before.said === null) continue;
        if (!texts.same(about, { said: before.said, key: before.key })) continue;
        const { row, steps } = answered(before, before.said, means);
        records.save(before, row, { steps, who: operator });
        if (seq === asked.seq) state = row.state;
      }
      return state;
    },
    /** Forgets the meaning of its text: the next entry answered with that text asks again. */
    forget(row: StoredEntry): Changed {
      const { said, key } = row;
      if (said === null || hasOutcomeEndpoint(row)) {
        throw problem('wrong-state', 'No text of the service is remembered for this entry.');
      }
      texts.forget(target.bound() ?? '', said, key);
      return { row, steps: [stepOf(row, 'text-forgotten', why('text-forgotten', { text: said }), host.now())] };
    },
  };
}
export type AnswerTextVerbs = ReturnType<typeof answerTextVerbs>;

export type Decision = 'send-again' | 'taken' | 'withdraw' | 'closed' | 'ours' | 'refusal' | 'forget-text';

/** What each decision says about a text of the service, where the entry asks about one. */
const textMeanings: Partial<Record<Decision, TextMeans>> = { refusal: 'refusal', taken: 'fine', ours: 'fine' };

/**
 * Applies a decision that only a person can make: the order was accepted, was not, is ours after all, or was closed by
 * phone. Throws `wrong-state` if the decision does not answer the entry's pending question.
 */
export function decideVerb({ find, host, records }: OutboxContext, texts: AnswerTextVerbs) {
  /** The service has it: its outcome is asked for at once, or its acceptance is all there is to know. */
  function madeOrChecked(row: StoredEntry, now: number): Changed {
    if (hasOutcomeEndpoint(row)) return { row: withWait(row, { setAt: now, forMs: 0 }), steps: [] };
    return transition(row, 'made', why('acceptance-is-all'), now);
  }

  function taken(row: StoredEntry, because: Why, now: number): Changed {
    return andThen(transition(withReason(asTaken(row), null), 'taken', because, now), (next) =>
      madeOrChecked(next, now),
    );
  }

  function decided(row: StoredEntry, decision: Decision, words: string, now: number): Changed {
    switch (decision) {
      case 'send-again': {
        const again = transition(asNotTaken(row), 'send-again', ownWordsOr(words, why('sent-again')), now);
        return { ...again, row: withWait(again.row, null) };
      }
      case 'refusal':
        throw nothingAsked(row.state);
      case 'forget-text':
        return texts.forget(row);
      case 'taken':
        return taken(row, ownWordsOr(words, why('was-taken')), now);
      case 'withdraw': {
        const because = ownWordsOr(words, why('withdrawn-decided'));
        return transition(mayBeAtService(row) ? withToCancel(row, true) : row, 'withdraw', because, now);
      }
      case 'closed':
        return transition(row, 'closed', ownWordsOr(words, why('closed-by-phone')), now);
      case 'ours': {
        if (row.asks === null) throw nothingAsked(row.state);
        const because = ownWordsOr(words, why('ours'));
        if (row.state === 'unsure') return taken(row, because, now);
        return andThen({ row: asTaken(row), steps: [stepOf(row, 'ours', because, now)] }, (next) =>
          madeOrChecked(next, now),
        );
      }
    }
  }

  return function decide(id: string, decision: Decision, operator: string, words: string): State {
    const before = find(id);
    const means = textMeanings[decision];
    if (means !== undefined && before.asks === 'unknown-text') return texts.answer(before, means, operator);
    const { row, steps } = decided(before, decision, words, host.now());
    records.save(before, row, { steps, who: operator });
    return row.state;
  };
}

function nothingAsked(state: string) {
  return problem('wrong-state', 'This entry asks nothing any more. Look at it again.', { state });
}

export interface WithdrawOptions {
  operator: string;
  why: string;
  /** a person decided this although the service may have the order */
  decided: boolean;
  /** a person decided this although later entries need this one */
  alone: boolean;
}

/** Withdraws an entry. Throws `maybe-taken` or `needed-by` until a person has decided these. */
export function withdrawVerb({ find, needs, host, records }: OutboxContext) {
  return function withdraw(id: string, { operator, why: words, decided, alone }: WithdrawOptions): void {
    const before = find(id);
    if (before.maybe_taken === 1 && !decided) {
      throw problem(
        'maybe-taken',
        `The service may already have ${before.key_kind} ${before.key}. Wait for the status check, or decide that it is withdrawn all the same.`,
        { key: before.key },
      );
    }
    const waiting = needs.waitingFor(before.seq);
    if (waiting > 0 && !alone) {
      throw problem(
        'needed-by',
        `${waiting} later entries wait for this one. Withdraw them too, or let them go on without it.`,
        {
          count: waiting,
        },
      );
    }
    // An order that failed at the service after it was accepted may still be made.
    const marked = mayBeAtService(before) ? withToCancel(before, true) : before;
    const event = before.state === 'draft' ? 'discard' : 'withdraw';
    const { row, steps } = transition(marked, event, ownWordsOr(words, why('withdrawn')), host.now());
    records.save(before, row, { steps, who: operator });
  };
}

/** Whether some endpoint reports the outcome of such an entry. */
const hasOutcomeEndpoint = ({ endpoint }: StoredEntry): boolean => endpointOf(endpoint).outcome.length > 0;

/** Whether a status of the entry may be asked for at once. */
const isStatusOpen = (row: StoredEntry): boolean =>
  ((row.state === 'unsure' || row.state === 'refused') && row.wait_set_at !== null) ||
  (hasOutcomeEndpoint(row) && (row.state === 'accepted' || (row.state === 'refused' && row.maybe_taken === 1)));

/** Actions of a person that change no state: end a wait, skip dependencies, tick the cancel list. */
export function rescheduleVerbs({ find, records, needs, host }: OutboxContext) {
  return {
    /**
     * Ends the wait of an entry of any kind, and schedules a status check of a refused entry that may be at the
     * service; does nothing for an entry without a timed wait.
     */
    tryNow(id: string): void {
      const row = find(id);
      if (row.state === 'queued') records.save(row, withWait(row, null), null);
      else if (isStatusOpen(row)) records.save(row, withWait(row, { setAt: host.now(), forMs: 0 }), null);
    },
    /** "Send anyway": stops waiting for earlier entries. */
    sendAnyway(id: string, operator: string): void {
      const row = find(id);
      if (row.state !== 'queued')
        throw problem('wrong-state', 'Only a queued entry can be sent anyway.', { state: row.state });
      needs.waive(row.seq);
      const step = stepOf(row, 'send-anyway', why('sent-anyway'), host.now());
      records.save(row, withHolder(withWait(row, null), null), { steps: [step], who: operator });
    },
    /** Records that a person has cancelled the replaced order at the service. */
    markCancelled(id: string, operator: string): void {
      const row = find(id);
      if (row.to_cancel === 0)
        throw problem('wrong-state', 'This entry is not on the cancel list.', { state: row.state });
      const step = stepOf(row, 'cancelled', why('cancelled-there'), host.now());
      records.save(row, withToCancel(row, false), { steps: [step], who: operator });
    },
  };
}
