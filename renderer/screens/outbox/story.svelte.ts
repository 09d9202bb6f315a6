import type { EntryRow, EntryDetail, HistoryStep } from '../../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { translateReason } from '../../forms/translate-reason.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { marks, type Mark, type StateTexts } from '../../texts/states.ts';

const conflicts: ReadonlySet<string> = new Set(['was-there-before', 'another-record']);

const hasMark: Record<Mark, (entry: EntryRow) => boolean> = {
  'maybe-taken': ({ maybeTaken }) => maybeTaken,
  damaged: ({ damaged }) => damaged,
  'maybe-twice': ({ maybeTwice }) => maybeTwice,
  conflict: ({ asks }) => asks !== null && conflicts.has(asks),
  'to-cancel': ({ toCancel }) => toCancel,
  stuck: ({ waitsFor }) => waitsFor.for === 'outcome' && waitsFor.stuck,
  replaced: ({ replacedBy }) => replacedBy !== null,
  replaces: ({ replaces }) => replaces !== null,
  provisional: ({ provisional, trackingNumber }) => provisional && trackingNumber !== null,
};

/** The marks of an entry. */
export const marksOf = (entry: EntryRow): Mark[] => marks.filter((mark) => hasMark[mark](entry));

export type Attempt = EntryDetail['attempts'][number];
export type TimelineItem = { is: 'step'; at: number; step: HistoryStep } | { is: 'try'; at: number; attempt: Attempt };

const isAttempt = ({ why }: HistoryStep): boolean => 'code' in why && why.code === 'try';

/**
 * The timeline of an entry, newest first: its history steps, with each attempt in place of its step. Order follows the
 * history, because clocks can go back; an attempt missing from the history is placed by time.
 */
export function timelineOf({ history, attempts }: Pick<EntryDetail, 'history' | 'attempts'>): TimelineItem[] {
  const left = [...attempts];
  const items = history.map((step): TimelineItem => {
    const attempt = isAttempt(step) ? left.shift() : undefined;
    return attempt ? { is: 'try', at: attempt.startedAt, attempt } : { is: 'step', at: step.at, step };
  });
  for (const attempt of left) {
    const behind = items.findIndex(({ at }) => at > attempt.startedAt);
    items.splice(behind < 0 ? items.length : behind, 0, { is: 'try', at: attempt.startedAt, attempt });
  }
  return items.toReversed();
}

/** Texts and formats of a story, in the user's locale. */
export interface StoryFormat {
  texts: StateTexts;
  /** ms of the desk's clock */
  now: number;
  /** `in 4 seconds`, from now to this time (ms) */
  at: (ms: number) => string;
  number: (value: number) => string;
  /** text of a refusal */
  reason: (reason: NonNullable<EntryRow['reason']>) => string;
  /** longest wait for an answer, as `30 sec` */
  answerLimit: string;
}

/** What happened to an entry and what happens next, each as a sentence, and what it waits for in a few words. */
export interface Story {
  happened: string;
  next: string;
  waits: string;
}

/** Builds the story of an entry from its row and the sync status, with the texts of the catalogue of states. */
export function storyOf(entry: EntryRow, sync: SyncStatus | null, telling: StoryFormat): Story {
  return { happened: happened(entry, telling), ...next(entry, sync, telling) };
}

function happened(entry: EntryRow, { texts, number, reason }: StoryFormat): string {
  const { happened: says } = texts;
  switch (entry.state) {
    case 'draft':
      return says.draft;
    case 'queued':
      if (entry.maybeTaken) return says.queuedMaybeTaken;
      return entry.tries === 0 ? says.queuedNew : says.queuedTried({ tries: number(entry.tries) });
    case 'sending':
      return says.sending({ tries: number(entry.tries) });
    case 'unsure':
      return entry.reason?.text ? says.unsureRefused({ reason: reason(entry.reason) }) : says.unsure;
    case 'accepted':
      return entry.trackingNumber === null ? says.accepted : says.acceptedWithNumber({ number: entry.trackingNumber });
    case 'refused':
      return entry.reason?.text ? says.refused({ reason: reason(entry.reason) }) : says.refusedNoReason;
    case 'done':
      return entry.trackingNumber === null ? says.done : says.doneWithNumber({ number: entry.trackingNumber });
    case 'withdrawn':
      return says.withdrawn;
  }
}

function next(
  entry: EntryRow,
  sync: SyncStatus | null,
  { texts, now, at, answerLimit }: StoryFormat,
): Omit<Story, 'happened'> {
  const { next: says, waits } = texts;
  const { waitsFor } = entry;
  if (entry.state === 'draft') return { next: says.draft, waits: waits.draft };
  // its time has come, but something else delays it
  const isDue = 'until' in waitsFor && waitsFor.until !== undefined && waitsFor.until <= now;
  switch (waitsFor.for) {
    case 'nothing':
      return { next: isToPrint(entry) ? says.toPrint : says.nothing, waits: waits.nothing };
    case 'hold': {
      if (isDue) return turn(entry, sync, texts);
      const time = at(waitsFor.until);
      return { next: says.hold({ time }), waits: waits.hold({ time }) };
    }
    case 'turn':
      return turn(entry, sync, texts);
    case 'answer':
      return { next: says.answer({ limit: answerLimit }), waits: waits.answer };
    case 'entry':
      return { next: says.entry({ key: waitsFor.key }), waits: waits.entry({ key: waitsFor.key }) };
    case 'retry': {
      if (isDue) return turn(entry, sync, texts);
      const time = at(waitsFor.until);
      return { next: says.retry({ time }), waits: waits.retry({ time }) };
    }
    case 'status-check': {
      if (isDue && isOffline(sync)) return { next: says.askOffline, waits: waits.turnOffline };
      const time = at(waitsFor.until);
      return { next: says.statusCheck({ time }), waits: waits.statusCheck({ time }) };
    }
    case 'outcome': {
      if (isDue && isOffline(sync)) return { next: says.askOffline, waits: waits.turnOffline };
      const time = at(waitsFor.until);
      const asks = waitsFor.stuck ? says.outcomeStuck({ time }) : says.outcome({ time });
      return { next: asks, waits: waits.outcome({ time }) };
    }
    case 'person':
      return { next: says.person, waits: waits.person };
    case 'mend':
      return { next: waitsFor.until === undefined ? says.mend : `${says.mend} ${says.healing}`, waits: waits.mend };
  }
}

const isToPrint = ({ state, label }: EntryRow): boolean =>
  state === 'done' && (label === 'ready' || label === 'reprint');

const isOffline = (sync: SyncStatus | null): boolean => sync?.connection === 'offline';

function turn(entry: EntryRow, sync: SyncStatus | null, { next: says, waits }: StateTexts): Omit<Story, 'happened'> {
  if (isOffline(sync)) return { next: says.turnOffline, waits: waits.turnOffline };
  if (sync?.connection === 'stopped') return { next: says.turnStopped, waits: waits.turnPaused };
  if (sync?.pause) return { next: says.turnPaused, waits: waits.turnPaused };
  const paused = sync?.pausedEndpoints.find(({ endpoint }) => endpoint === entry.endpoint);
  if (paused) return { next: says.turnEndpointPaused({ status: String(paused.status) }), waits: waits.turnPaused };
  if (sync?.troubledEndpoints.some(({ endpoint }) => endpoint === entry.endpoint))
    return { next: says.turnTroubled, waits: waits.turnTroubled };
  return { next: says.turn, waits: waits.turn };
}

/** The story of an entry at this moment, in the user's language. Read it in markup, so that countdowns update. */
export function storyNow(entry: EntryRow): Story {
  return storyOf(entry, desk.sync, {
    texts: t().states,
    now: clock.now,
    at: (ms) => format.from(Math.max(ms, clock.now), clock.now),
    number: format.number,
    reason: translateReason,
    answerLimit: format.span((desk.settings?.requestTimeoutSeconds ?? 30) * 1000),
  });
}
