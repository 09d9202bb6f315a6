import type { NeedGroup } from '../../../shared/contract/day-procedures.ts';
import { labelOf } from '../../forms/label-of.ts';
import { sayReason } from '../../texts/say-why.ts';
import { t } from '../../texts/say.svelte.ts';
import { questions } from '../../texts/states.ts';

/** What the entries of a group have in common, in a few words. */
export function sayNeed({ list, asks, field, newest }: NeedGroup): string {
  const texts = t();
  if (list === 'asking') {
    const question = questions.find((known) => known === asks);
    return (question ? texts.states.question[question] : texts.states.questionUnknown).ask;
  }
  if (list !== 'refused') return texts.today.need[list];
  if (field !== null) return labelOf(field);
  return newest.reason?.text ? sayReason(texts.whys, newest.reason) : texts.states.happened.refusedNoReason;
}
