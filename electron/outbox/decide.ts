import { problem } from '../../shared/contract/problem.ts';
import type { TextMeans } from '../../shared/outbox/states.ts';
import { why, ownWordsOr, type Why } from '../../shared/outbox/whys.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { FactStore } from '../storage/database/facts.ts';
import { setReason, setWait } from './apply-transition.ts';
import type { EntryRecord } from './entry-record.ts';
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
export function answerTextVerbs(
  { db, applyTransition, records, save, host, recordAction }: OutboxContext,
  texts: AnswerTexts,
  target: Target,
) {
  const asking = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE asks = 'unknown-text' ORDER BY seq`);
  const lastVerdict = db.prepare<[number], { verdict: string | null }>(
    'SELECT verdict FROM attempt WHERE entry = ? ORDER BY id DESC LIMIT 1',
  );

  function end(record: EntryRecord, text: string, means: TextMeans, operator: string): void {
    const now = host.now();
    record.asks = null;
    if (means === 'refusal') {
      setReason(record, { code: 'text', text, field: null });
      record.accepted_at = null;
      record.reached_sha256 = null;
      return applyTransition(record, 'failed', operator, why('text-refuses', { text }), now);
    }
    recordAction(record, 'ours', operator, why('text-takes', { text }));
    // On a first attempt "not changed" shows that the key was in use before: the next question is whose order that is.
    if (lastVerdict.get(record.seq)?.verdict === 'not-changed' && record.reached_sha256 === null) {
      record.asks = 'was-there-before';
      return;
    }
    record.reached_sha256 = record.request_sha256;
    applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
  }

  return {
    /**
     * Remembers what the text of an entry means at the target, and settles all other entries asking about the same
     * text.
     */
    answer(asked: EntryRecord, means: TextMeans, operator: string): void {
      const said = asked.said ?? '';
      const about = { said, key: asked.key };
      texts.remember(target.bound() ?? '', said, asked.key, means);
      for (const { seq } of asking.all()) {
        const record = seq === asked.seq ? asked : records.bySeq(seq);
        if (record === undefined || record.said === null || !texts.same(about, { said: record.said, key: record.key }))
          continue;
        const from = record.state;
        end(record, record.said, means, operator);
        if (record !== asked) save(record, from);
      }
    },
    /** Forgets the meaning of its text: the next entry answered with that text asks again. */
    forget(record: EntryRecord, operator: string): void {
      if (record.said === null || endpointOf(record.endpoint).outcome.length > 0) {
        throw problem('wrong-state', 'No text of the service is remembered for this entry.');
      }
      texts.forget(target.bound() ?? '', record.said, record.key);
      recordAction(record, 'text-forgotten', operator, why('text-forgotten', { text: record.said }));
    },
  };
}
export type AnswerTextVerbs = ReturnType<typeof answerTextVerbs>;

export type Decision = 'send-again' | 'taken' | 'withdraw' | 'closed' | 'ours' | 'refusal' | 'forget-text';

/**
 * Applies a decision that only a person can make: the order was accepted, was not, is ours after all, or was closed by
 * phone. Throws `wrong-state` if the decision does not answer the entry's pending question.
 */
export function decideVerb(context: OutboxContext, texts: AnswerTextVerbs) {
  const { find, applyTransition, host, save, recordAction } = context;

  function settleAsAccepted(record: EntryRecord, operator: string, because: Why): void {
    const now = host.now();
    record.maybe_taken = 0;
    record.reached_sha256 = record.request_sha256;
    record.asks = null;
    setReason(record, null);
    applyTransition(record, 'taken', operator, because, now);
    if (endpointOf(record.endpoint).outcome.length > 0) setWait(record, { setAt: now, forMs: 0 });
    else applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
  }

  return function decide(id: string, decision: Decision, operator: string, words: string): EntryRecord['state'] {
    const record = find(id);
    const from = record.state;
    const now = host.now();
    switch (decision) {
      case 'send-again':
        // Sending again asserts that the service does not have the order, so its next answer is believed, a refusal
        // included.
        record.asks = null;
        record.maybe_taken = 0;
        setReason(record, null);
        applyTransition(record, 'send-again', operator, ownWordsOr(words, why('sent-again')), now);
        setWait(record, null);
        break;
      case 'refusal':
        if (record.asks !== 'unknown-text') throw nothingAsked(from);
        texts.answer(record, 'refusal', operator);
        break;
      case 'forget-text':
        texts.forget(record, operator);
        break;
      case 'taken':
        if (record.asks === 'unknown-text') {
          texts.answer(record, 'fine', operator);
          break;
        }
        settleAsAccepted(record, operator, ownWordsOr(words, why('was-taken')));
        break;
      case 'withdraw':
        if (mayBeAtService(record)) record.to_cancel = 1;
        applyTransition(record, 'withdraw', operator, ownWordsOr(words, why('withdrawn-decided')), now);
        break;
      case 'closed':
        applyTransition(record, 'closed', operator, ownWordsOr(words, why('closed-by-phone')), now);
        break;
      case 'ours':
        if (record.asks === 'unknown-text') {
          texts.answer(record, 'fine', operator);
          break;
        }
        if (record.asks === null) throw nothingAsked(from);
        if (from === 'unsure') {
          settleAsAccepted(record, operator, ownWordsOr(words, why('ours')));
          break;
        }
        record.asks = null;
        record.maybe_taken = 0;
        record.reached_sha256 = record.request_sha256;
        recordAction(record, 'ours', operator, ownWordsOr(words, why('ours')));
        settleOrRead(record, operator, now);
        break;
    }
    save(record, from);
    return record.state;
  };

  function settleOrRead(record: EntryRecord, operator: string, now: number): void {
    if (endpointOf(record.endpoint).outcome.length === 0)
      applyTransition(record, 'made', operator, why('acceptance-is-all'), now);
    else setWait(record, { setAt: now, forMs: 0 });
  }
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
export function withdrawVerb({ find, applyTransition, needs, host, save }: OutboxContext) {
  return function withdraw(id: string, { operator, why: words, decided, alone }: WithdrawOptions): void {
    const record = find(id);
    const from = record.state;
    if (record.maybe_taken === 1 && !decided) {
      throw problem(
        'maybe-taken',
        `The service may already have ${record.key_kind} ${record.key}. Wait for the status check, or decide that it is withdrawn all the same.`,
        { key: record.key },
      );
    }
    const waiting = needs.waitingFor(record.seq);
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
    if (mayBeAtService(record)) record.to_cancel = 1;
    applyTransition(
      record,
      from === 'draft' ? 'discard' : 'withdraw',
      operator,
      ownWordsOr(words, why('withdrawn')),
      host.now(),
    );
    save(record, from);
  };
}

/** Whether some endpoint reports the outcome of such an entry. */
const hasOutcomeEndpoint = ({ endpoint }: EntryRecord): boolean => endpointOf(endpoint).outcome.length > 0;

/** Actions of a person that change no state: end a wait, skip dependencies, tick the cancel list. */
export function rescheduleVerbs({ find, records, needs, host, recordAction }: OutboxContext) {
  return {
    /**
     * Ends the wait of an entry of any kind, and schedules a status check of a refused entry that may be at the
     * service; does nothing for an entry without a timed wait.
     */
    tryNow(id: string): void {
      const record = find(id);
      const now = host.now();
      if (record.state === 'queued') setWait(record, null);
      else if (
        ((record.state === 'unsure' || record.state === 'refused') && record.wait_set_at !== null) ||
        (hasOutcomeEndpoint(record) &&
          (record.state === 'accepted' || (record.state === 'refused' && record.maybe_taken === 1)))
      ) {
        setWait(record, { setAt: now, forMs: 0 });
      } else return;
      records.save(record, record.state);
    },
    /** "Send anyway": stops waiting for earlier entries. */
    sendAnyway(id: string, operator: string): void {
      const record = find(id);
      if (record.state !== 'queued')
        throw problem('wrong-state', 'Only a queued entry can be sent anyway.', { state: record.state });
      needs.waive(record.seq);
      record.held_by = null;
      setWait(record, null);
      recordAction(record, 'send-anyway', operator, why('sent-anyway'));
      records.save(record, 'queued');
    },
    /** Records that a person has cancelled the replaced order at the service. */
    markCancelled(id: string, operator: string): void {
      const record = find(id);
      if (record.to_cancel === 0)
        throw problem('wrong-state', 'This entry is not on the cancel list.', { state: record.state });
      record.to_cancel = 0;
      recordAction(record, 'cancelled', operator, why('cancelled-there'));
      records.save(record, record.state);
    },
  };
}
