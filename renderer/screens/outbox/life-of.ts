import type { EntryDetail, HistoryStep } from '../../../shared/contract/entry-answers.ts';

export type Attempt = EntryDetail['attempts'][number];
export type LifeItem = { is: 'step'; at: number; step: HistoryStep } | { is: 'try'; at: number; attempt: Attempt };

const isTry = ({ why }: HistoryStep): boolean => 'code' in why && why.code === 'try';

/**
 * What happened to an entry, newest first: the steps of its history, and each try where it began. The order is the history's, since
 * clocks go back; a try that its history does not tell stands where its time says.
 */
export function lifeOf({ history, attempts }: Pick<EntryDetail, 'history' | 'attempts'>): LifeItem[] {
  const left = [...attempts];
  const items = history.map((step): LifeItem => {
    const attempt = isTry(step) ? left.shift() : undefined;
    return attempt ? { is: 'try', at: attempt.startedAt, attempt } : { is: 'step', at: step.at, step };
  });
  for (const attempt of left) {
    const behind = items.findIndex(({ at }) => at > attempt.startedAt);
    items.splice(behind < 0 ? items.length : behind, 0, { is: 'try', at: attempt.startedAt, attempt });
  }
  return items.toReversed();
}
