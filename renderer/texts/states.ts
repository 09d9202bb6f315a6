import type { State } from '../../shared/outbox/states.ts';

/** Marks of an entry, besides its state. */
export const marks = [
  'maybe-taken',
  'damaged',
  'maybe-twice',
  'conflict',
  'replaced',
  'replaces',
  'to-cancel',
  'stuck',
  'provisional',
] as const;
export type Mark = (typeof marks)[number];

/** Pending questions, by the outbox's names. */
export const questions = [
  'may-be-there',
  'was-there-before',
  'another-record',
  'endpoint-unproven',
  'unknown-text',
  'damaged',
] as const;
export type Question = (typeof questions)[number];

/** Lists of the outbox other than those named like a state. */
export type ListWord = 'all' | 'open' | 'needs-you' | 'waiting' | 'asking' | 'stuck' | 'to-cancel';

/**
 * All texts about the life of an entry: what happened, what happens next, and when. Each language has them in one file;
 * a test renders every line.
 */
export interface StateTexts {
  word: Record<State, string>;
  list: Record<ListWord, string>;
  happened: {
    draft: string;
    queuedNew: string;
    queuedTried: (p: { tries: string }) => string;
    queuedMaybeTaken: string;
    sending: (p: { tries: string }) => string;
    unsure: string;
    unsureRefused: (p: { reason: string }) => string;
    accepted: string;
    acceptedWithNumber: (p: { number: string }) => string;
    refused: (p: { reason: string }) => string;
    refusedNoReason: string;
    done: string;
    doneWithNumber: (p: { number: string }) => string;
    withdrawn: string;
  };
  next: {
    draft: string;
    toPrint: string;
    hold: (p: { time: string }) => string;
    turn: string;
    turnOffline: string;
    askOffline: string;
    turnPaused: string;
    turnEndpointPaused: (p: { status: string }) => string;
    turnTroubled: string;
    turnStopped: string;
    answer: (p: { limit: string }) => string;
    entry: (p: { key: string }) => string;
    retry: (p: { time: string }) => string;
    statusCheck: (p: { time: string }) => string;
    outcome: (p: { time: string }) => string;
    outcomeStuck: (p: { time: string }) => string;
    person: string;
    mend: string;
    healing: string;
    nothing: string;
  };
  /** the same in a few words, for the list column */
  waits: {
    draft: string;
    hold: (p: { time: string }) => string;
    turn: string;
    turnOffline: string;
    turnTroubled: string;
    turnPaused: string;
    answer: string;
    entry: (p: { key: string }) => string;
    retry: (p: { time: string }) => string;
    statusCheck: (p: { time: string }) => string;
    outcome: (p: { time: string }) => string;
    person: string;
    mend: string;
    nothing: string;
  };
  mark: Record<Mark, { word: string; means: (p: { key: string }) => string }>;
  question: Record<Question, { ask: string; know: string }>;
  questionUnknown: { ask: string; know: string };
}
