import type { EntryDetail, HistoryStep } from '../../../shared/contract/entry-answers.ts';

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
