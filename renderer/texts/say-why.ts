import type { EntryRow, HistoryStep } from '../../shared/contract/entry-answers.ts';
import { notCreatedMessage, ownReasons, refusedMessage, type OwnReason } from '../../shared/outbox/whys.ts';
import type { WhyTexts } from './whys.ts';

// params received fit their code, as the engine's types guarantee
type AnySentence = { say(params: object): string }['say'];

const isOwn = (code: string): code is OwnReason => Object.hasOwn(ownReasons, code);

/**
 * The sentence of a history step; text of a person or the service is shown verbatim, and an unknown code of a newer
 * desk as it is.
 */
export function sayWhy(texts: WhyTexts, why: HistoryStep['why']): string {
  if ('said' in why) return why.said;
  const sentences: Record<string, AnySentence> = texts.step;
  return Object.hasOwn(sentences, why.code) ? (sentences[why.code]?.(why.params) ?? why.code) : why.code;
}

/** Who made a step; a person's name is shown as typed. */
export const sayWho = (texts: WhyTexts, who: string): string =>
  who === 'desk' || who === 'restore' ? texts.who[who] : who;

/** Why an entry was refused: the service's text verbatim, the desk's own in the user's language. */
export function sayReason(texts: WhyTexts, { code, text }: NonNullable<EntryRow['reason']>): string {
  if (isOwn(code) && text === ownReasons[code]) return texts.reason[code];
  const status = code.replace(/^HTTP /, '');
  if (text === refusedMessage(status)) return texts.reason.withoutWords({ status });
  return text === notCreatedMessage(code) ? texts.reason.notMade({ code }) : text;
}
