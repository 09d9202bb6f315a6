import { problem } from '../../shared/contract/problem.ts';
import type { State, TextMeaning } from '../../shared/outbox/states.ts';
import { why, reasonFromText, type Why } from '../../shared/outbox/whys.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { FactStore } from '../storage/database/facts.ts';
import {
  chainChanges,
  asNotTaken,
  asRefusedBy,
  asTaken,
  type ChangeResult,
  actionStep,
  applyTransition,
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

interface AnswerText {
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
  const factName = (target: string, text: string, key: string) => hashedName(legacyTextName(target, text, key));
  return {
    /** null: not decided yet */
    meaningOf(target: string, text: string, key: string): TextMeaning | null {
      const stored = facts.get(factName(target, text, key)) ?? facts.get(legacyTextName(target, text, key));
      return stored === 'fine' || stored === 'refusal' ? stored : null;
    },
    remember: (target: string, text: string, key: string, meaning: TextMeaning): void =>
      facts.set(factName(target, text, key), meaning),
    /** Causes the next entry with this text to ask again. */
    forget: (target: string, text: string, key: string): void => facts.set(factName(target, text, key), ''),
    isSame: (first: AnswerText, second: AnswerText): boolean =>
      normalizeText(first.said, first.key) === normalizeText(second.said, second.key),
  };
}
export type AnswerTexts = ReturnType<typeof answerTexts>;

/** Applies a person's decision about what an answer text of the service means. */
export function answerTextVerbs({ db, records, host }: OutboxContext, texts: AnswerTexts, target: Target) {
  const askingEntries = db.prepare<[], { seq: number }>(
    `SELECT seq FROM entry WHERE asks = 'unknown-text' ORDER BY seq`,
  );
  const lastVerdict = db.prepare<[number], { verdict: string | null }>(
    'SELECT verdict FROM attempt WHERE entry = ? ORDER BY id DESC LIMIT 1',
  );

  function applyMeaning(row: StoredEntry, text: string, meaning: TextMeaning): ChangeResult {
    const now = host.now();
    if (meaning === 'refusal')
      return applyTransition(asRefusedBy(row, text), 'failed', why('text-refuses', { text }), now);
    const takenStep = actionStep(row, 'ours', why('text-takes', { text }), now);
    // On a first attempt "not changed" shows that the key was in use before: the next question is whose order that is.
    if (lastVerdict.get(row.seq)?.verdict === 'not-changed' && row.reached_sha256 === null)
      return { row: withQuestion(row, 'was-there-before'), steps: [takenStep] };
    return chainChanges({ row: asTaken(row), steps: [takenStep] }, (next) =>
      applyTransition(next, 'made', why('acceptance-is-all'), now),
    );
  }

  return {
    /**
     * Stores what the text of an entry means at the target, and settles all entries with a question about the same
     * text. Returns the new state of this entry.
     */
    settleText(entry: StoredEntry, meaning: TextMeaning, operator: string): State {
      const text = entry.said ?? '';
      const answerText = { said: text, key: entry.key };
      texts.remember(target.bound() ?? '', text, entry.key, meaning);
      let { state } = entry;
      for (const { seq } of askingEntries.all()) {
        const previous = records.bySeq(seq);
        if (previous === undefined || previous.said === null) continue;
        if (!texts.isSame(answerText, { said: previous.said, key: previous.key })) continue;
        const { row, steps } = applyMeaning(previous, previous.said, meaning);
        records.save(previous, row, { steps, who: operator });
        if (seq === entry.seq) state = row.state;
      }
      return state;
    },
    /** Deletes the stored meaning of the entry's text: the next entry with that answer asks again. */
    forget(row: StoredEntry): ChangeResult {
      const { said, key } = row;
      if (said === null || hasOutcomeEndpoint(row)) {
        throw problem('wrong-state', 'No text of the service is remembered for this entry.');
      }
      texts.forget(target.bound() ?? '', said, key);
      return { row, steps: [actionStep(row, 'text-forgotten', why('text-forgotten', { text: said }), host.now())] };
    },
  };
}
export type AnswerTextVerbs = ReturnType<typeof answerTextVerbs>;

export type Decision = 'send-again' | 'taken' | 'withdraw' | 'closed' | 'ours' | 'refusal' | 'forget-text';

/** The meaning that each decision gives to a service text, if the entry's question is about one. */
const textMeanings: Partial<Record<Decision, TextMeaning>> = { refusal: 'refusal', taken: 'fine', ours: 'fine' };

/**
 * Applies a decision that only a person can make: the order was accepted, was not, is ours after all, or was closed by
 * phone. Throws `wrong-state` if the decision does not answer the entry's pending question.
 */
export function decideVerb({ find, host, records }: OutboxContext, texts: AnswerTextVerbs) {
  /** For an order the service has: requests its outcome at once, or completes it if no endpoint reports an outcome. */
  function completeOrCheck(row: StoredEntry, now: number): ChangeResult {
    if (hasOutcomeEndpoint(row)) return { row: withWait(row, { setAt: now, forMs: 0 }), steps: [] };
    return applyTransition(row, 'made', why('acceptance-is-all'), now);
  }

  function markTaken(row: StoredEntry, reason: Why, now: number): ChangeResult {
    return chainChanges(applyTransition(withReason(asTaken(row), null), 'taken', reason, now), (next) =>
      completeOrCheck(next, now),
    );
  }

  function applyDecision(row: StoredEntry, decision: Decision, reasonText: string, now: number): ChangeResult {
    switch (decision) {
      case 'send-again': {
        const requeued = applyTransition(
          asNotTaken(row),
          'send-again',
          reasonFromText(reasonText, why('sent-again')),
          now,
        );
        return { ...requeued, row: withWait(requeued.row, null) };
      }
      case 'refusal':
        throw noQuestionProblem(row.state);
      case 'forget-text':
        return texts.forget(row);
      case 'taken':
        return markTaken(row, reasonFromText(reasonText, why('was-taken')), now);
      case 'withdraw': {
        const reason = reasonFromText(reasonText, why('withdrawn-decided'));
        return applyTransition(mayBeAtService(row) ? withToCancel(row, true) : row, 'withdraw', reason, now);
      }
      case 'closed':
        return applyTransition(row, 'closed', reasonFromText(reasonText, why('closed-by-phone')), now);
      case 'ours': {
        if (row.asks === null) throw noQuestionProblem(row.state);
        const reason = reasonFromText(reasonText, why('ours'));
        if (row.state === 'unsure') return markTaken(row, reason, now);
        return chainChanges({ row: asTaken(row), steps: [actionStep(row, 'ours', reason, now)] }, (next) =>
          completeOrCheck(next, now),
        );
      }
    }
  }

  return function decide(id: string, decision: Decision, operator: string, reasonText: string): State {
    const previous = find(id);
    const meaning = textMeanings[decision];
    if (meaning !== undefined && previous.asks === 'unknown-text') return texts.settleText(previous, meaning, operator);
    const { row, steps } = applyDecision(previous, decision, reasonText, host.now());
    records.save(previous, row, { steps, who: operator });
    return row.state;
  };
}

function noQuestionProblem(state: string) {
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

/** Withdraws an entry. Throws `maybe-taken` or `needed-by` unless a person decided it (`decided`, `alone`). */
export function withdrawVerb({ find, needs, host, records }: OutboxContext) {
  return function withdraw(id: string, { operator, why: reasonText, decided, alone }: WithdrawOptions): void {
    const previous = find(id);
    if (previous.maybe_taken === 1 && !decided) {
      throw problem(
        'maybe-taken',
        `The service may already have ${previous.key_kind} ${previous.key}. Wait for the status check, or decide that it is withdrawn all the same.`,
        { key: previous.key },
      );
    }
    const waitingCount = needs.countDependents(previous.seq);
    if (waitingCount > 0 && !alone) {
      throw problem(
        'needed-by',
        `${waitingCount} later entries wait for this one. Withdraw them too, or let them go on without it.`,
        {
          count: waitingCount,
        },
      );
    }
    // An order that failed at the service after it was accepted may still be made.
    const marked = mayBeAtService(previous) ? withToCancel(previous, true) : previous;
    const event = previous.state === 'draft' ? 'discard' : 'withdraw';
    const { row, steps } = applyTransition(marked, event, reasonFromText(reasonText, why('withdrawn')), host.now());
    records.save(previous, row, { steps, who: operator });
  };
}

/** Whether some endpoint reports the outcome of such an entry. */
const hasOutcomeEndpoint = ({ endpoint }: StoredEntry): boolean => endpointOf(endpoint).outcome.length > 0;

/** Whether the status of the entry may be checked now. */
const canCheckStatus = (row: StoredEntry): boolean =>
  ((row.state === 'unsure' || row.state === 'refused') && row.wait_set_at !== null) ||
  (hasOutcomeEndpoint(row) && (row.state === 'accepted' || (row.state === 'refused' && row.maybe_taken === 1)));

/** Actions of a person that change no state: end a wait, waive dependencies, tick an entry on the cancel list. */
export function rescheduleVerbs({ find, records, needs, host }: OutboxContext) {
  return {
    /**
     * Ends the wait of an entry of any kind, and schedules a status check of a refused entry that may be at the
     * service; does nothing for an entry without a timed wait.
     */
    tryNow(id: string): void {
      const row = find(id);
      if (row.state === 'queued') records.save(row, withWait(row, null), null);
      else if (canCheckStatus(row)) records.save(row, withWait(row, { setAt: host.now(), forMs: 0 }), null);
    },
    /** "Send anyway": stops waiting for earlier entries. */
    sendAnyway(id: string, operator: string): void {
      const row = find(id);
      if (row.state !== 'queued')
        throw problem('wrong-state', 'Only a queued entry can be sent anyway.', { state: row.state });
      needs.waive(row.seq);
      const step = actionStep(row, 'send-anyway', why('sent-anyway'), host.now());
      records.save(row, withHolder(withWait(row, null), null), { steps: [step], who: operator });
    },
    /** Records that a person has cancelled the replaced order at the service. */
    markCancelled(id: string, operator: string): void {
      const row = find(id);
      if (row.to_cancel === 0)
        throw problem('wrong-state', 'This entry is not on the cancel list.', { state: row.state });
      const step = actionStep(row, 'cancelled', why('cancelled-there'), host.now());
      records.save(row, withToCancel(row, false), { steps: [step], who: operator });
    },
  };
}
