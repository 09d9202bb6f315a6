import type { EntryRow, HistoryStep } from '../../shared/contract/entry-answers.ts';
import {
  notMadeWithoutWords,
  ownReasons,
  refusedWithoutWords,
  type OwnReason,
} from '../../shared/outbox/own-reasons.ts';
import type { WhyTexts } from './whys.ts';

// what came over the wire fits its code, as the engine's own types say
type AnySentence = { say(params: object): string }['say'];

const isOwn = (code: string): code is OwnReason => Object.hasOwn(ownReasons, code);

/** A step's sentence; words of a person or the service stay as they came, and a code of a newer desk is shown as it is. */
export function sayWhy(texts: WhyTexts, why: HistoryStep['why']): string {
  if ('said' in why) return why.said;
  const sentences: Record<string, AnySentence> = texts.step;
  return Object.hasOwn(sentences, why.code) ? (sentences[why.code]?.(why.params) ?? why.code) : why.code;
}

/** Who made a step; a person's name stays as typed. */
export const sayWho = (texts: WhyTexts, who: string): string =>
  who === 'desk' || who === 'restore' ? texts.who[who] : who;

/** Why an entry was refused: the service's words as they came, and the desk's own in the person's language. */
export function sayReason(texts: WhyTexts, { code, text }: NonNullable<EntryRow['reason']>): string {
  if (isOwn(code) && text === ownReasons[code]) return texts.reason[code];
  const status = code.replace(/^HTTP /, '');
  if (text === refusedWithoutWords(status)) return texts.reason.withoutWords({ status });
  return text === notMadeWithoutWords(code) ? texts.reason.notMade({ code }) : text;
}
