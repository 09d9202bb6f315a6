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
export type TimelineItem =
  { kind: 'step'; at: number; step: HistoryStep } | { kind: 'try'; at: number; attempt: Attempt };

const isAttempt = ({ why }: HistoryStep): boolean => 'code' in why && why.code === 'try';

/**
 * The timeline of an entry, newest first: its history steps, with each attempt in place of its step. The items are in
 * the order of the history, because clocks can go back; an attempt missing from the history is placed by its time.
 */
export function timelineOf({ history, attempts }: Pick<EntryDetail, 'history' | 'attempts'>): TimelineItem[] {
  const unplacedAttempts = [...attempts];
  const items = history.map((step): TimelineItem => {
    const attempt = isAttempt(step) ? unplacedAttempts.shift() : undefined;
    return attempt ? { kind: 'try', at: attempt.startedAt, attempt } : { kind: 'step', at: step.at, step };
  });
  for (const attempt of unplacedAttempts) {
    const laterIndex = items.findIndex(({ at }) => at > attempt.startedAt);
    items.splice(laterIndex < 0 ? items.length : laterIndex, 0, { kind: 'try', at: attempt.startedAt, attempt });
  }
  return items.toReversed();
}

/** Texts and formats of a story, in the user's locale. */
export interface StoryFormat {
  texts: StateTexts;
  /** ms of the desk's clock */
  nowMs: number;
  /** a time (ms) relative to now, as `in 4 seconds` */
  formatRelativeTime: (ms: number) => string;
  formatNumber: (value: number) => string;
  /** text of a refusal */
  formatReason: (reason: NonNullable<EntryRow['reason']>) => string;
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
export function storyOf(entry: EntryRow, sync: SyncStatus | null, storyFormat: StoryFormat): Story {
  return { happened: describePast(entry, storyFormat), ...describeNext(entry, sync, storyFormat) };
}

function describePast(entry: EntryRow, { texts, formatNumber, formatReason }: StoryFormat): string {
  const { happened: sentences } = texts;
  switch (entry.state) {
    case 'draft':
      return sentences.draft;
    case 'queued':
      if (entry.maybeTaken) return sentences.queuedMaybeTaken;
      return entry.tries === 0 ? sentences.queuedNew : sentences.queuedTried({ tries: formatNumber(entry.tries) });
    case 'sending':
      return sentences.sending({ tries: formatNumber(entry.tries) });
    case 'unsure':
      return entry.reason?.text ? sentences.unsureRefused({ reason: formatReason(entry.reason) }) : sentences.unsure;
    case 'accepted':
      return entry.trackingNumber === null
        ? sentences.accepted
        : sentences.acceptedWithNumber({ number: entry.trackingNumber });
    case 'refused':
      return entry.reason?.text ? sentences.refused({ reason: formatReason(entry.reason) }) : sentences.refusedNoReason;
    case 'done':
      return entry.trackingNumber === null
        ? sentences.done
        : sentences.doneWithNumber({ number: entry.trackingNumber });
    case 'withdrawn':
      return sentences.withdrawn;
  }
}

function describeNext(
  entry: EntryRow,
  sync: SyncStatus | null,
  { texts, nowMs, formatRelativeTime, answerLimit }: StoryFormat,
): Omit<Story, 'happened'> {
  const { next: sentences, waits: waitTexts } = texts;
  const { waitsFor } = entry;
  if (entry.state === 'draft') return { next: sentences.draft, waits: waitTexts.draft };
  // its waiting time is over, but something else delays it
  const isDue = 'until' in waitsFor && waitsFor.until !== undefined && waitsFor.until <= nowMs;
  switch (waitsFor.for) {
    case 'nothing':
      return { next: needsPrint(entry) ? sentences.toPrint : sentences.nothing, waits: waitTexts.nothing };
    case 'hold': {
      if (isDue) return describeTurn(entry, sync, texts);
      const time = formatRelativeTime(waitsFor.until);
      return { next: sentences.hold({ time }), waits: waitTexts.hold({ time }) };
    }
    case 'turn':
      return describeTurn(entry, sync, texts);
    case 'answer':
      return { next: sentences.answer({ limit: answerLimit }), waits: waitTexts.answer };
    case 'entry':
      return { next: sentences.entry({ key: waitsFor.key }), waits: waitTexts.entry({ key: waitsFor.key }) };
    case 'retry': {
      if (isDue) return describeTurn(entry, sync, texts);
      const time = formatRelativeTime(waitsFor.until);
      return { next: sentences.retry({ time }), waits: waitTexts.retry({ time }) };
    }
    case 'status-check': {
      if (isDue && isOffline(sync)) return { next: sentences.askOffline, waits: waitTexts.turnOffline };
      const time = formatRelativeTime(waitsFor.until);
      return { next: sentences.statusCheck({ time }), waits: waitTexts.statusCheck({ time }) };
    }
    case 'outcome': {
      if (isDue && isOffline(sync)) return { next: sentences.askOffline, waits: waitTexts.turnOffline };
      const time = formatRelativeTime(waitsFor.until);
      const sentence = waitsFor.stuck ? sentences.outcomeStuck({ time }) : sentences.outcome({ time });
      return { next: sentence, waits: waitTexts.outcome({ time }) };
    }
    case 'person':
      return { next: sentences.person, waits: waitTexts.person };
    case 'mend':
      return {
        next: waitsFor.until === undefined ? sentences.mend : `${sentences.mend} ${sentences.healing}`,
        waits: waitTexts.mend,
      };
  }
}

const needsPrint = ({ state, label }: EntryRow): boolean =>
  state === 'done' && (label === 'ready' || label === 'reprint');

const isOffline = (sync: SyncStatus | null): boolean => sync?.connection === 'offline';

function describeTurn(
  entry: EntryRow,
  sync: SyncStatus | null,
  { next: sentences, waits: waitTexts }: StateTexts,
): Omit<Story, 'happened'> {
  if (isOffline(sync)) return { next: sentences.turnOffline, waits: waitTexts.turnOffline };
  if (sync?.connection === 'stopped') return { next: sentences.turnStopped, waits: waitTexts.turnPaused };
  if (sync?.pause) return { next: sentences.turnPaused, waits: waitTexts.turnPaused };
  const pausedEndpoint = sync?.pausedEndpoints.find(({ endpoint }) => endpoint === entry.endpoint);
  if (pausedEndpoint)
    return {
      next: sentences.turnEndpointPaused({ status: String(pausedEndpoint.status) }),
      waits: waitTexts.turnPaused,
    };
  if (sync?.troubledEndpoints.some(({ endpoint }) => endpoint === entry.endpoint))
    return { next: sentences.turnTroubled, waits: waitTexts.turnTroubled };
  return { next: sentences.turn, waits: waitTexts.turn };
}

/** The story of an entry at this moment, in the user's language. Read it in markup, so that countdowns update. */
export function storyNow(entry: EntryRow): Story {
  return storyOf(entry, desk.sync, {
    texts: t().states,
    nowMs: clock.now,
    formatRelativeTime: (ms) => format.from(Math.max(ms, clock.now), clock.now),
    formatNumber: format.number,
    formatReason: translateReason,
    answerLimit: format.span((desk.settings?.requestTimeoutSeconds ?? 30) * 1000),
  });
}
