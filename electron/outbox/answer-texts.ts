import { hash } from 'node:crypto';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import type { FactStore } from './facts.ts';

interface Said {
  said: string;
  key: string;
}

/** What a text says of any entry: without its own key, and without long numbers, which are times and ids of the service. */
function foldSaid(text: string, key: string): string {
  return (/\p{Nd}/u.test(key) ? text.replaceAll(key, '*') : text).replaceAll(/\p{Nd}[\p{Nd}:.\-/T ]{4,}\p{Nd}/gu, '#');
}

/** Name under which older programs kept what a text means: with the text itself, which may name a person. */
const textName = (target: string, text: string, key: string): string => `said ${target} ${foldSaid(text, key)}`;
export const isTextName = (name: string): boolean => name.startsWith('said ');
/** The same name without the text. */
export const hashedName = (name: string): string => `text-means ${hash('sha256', name)}`;

/** Remembers, for each target, what a person said that its texts mean where accepted is all there is. */
export function answerTexts(facts: FactStore) {
  const name = (target: string, text: string, key: string) => hashedName(textName(target, text, key));
  return {
    /** null: nobody has said it yet */
    means(target: string, text: string, key: string): TextMeans | null {
      const found = facts.get(name(target, text, key)) ?? facts.get(textName(target, text, key));
      return found === 'fine' || found === 'refusal' ? found : null;
    },
    remember: (target: string, text: string, key: string, means: TextMeans): void =>
      facts.set(name(target, text, key), means),
    /** From now on it is asked about again. */
    forget: (target: string, text: string, key: string): void => facts.set(name(target, text, key), ''),
    same: (one: Said, other: Said): boolean => foldSaid(one.said, one.key) === foldSaid(other.said, other.key),
  };
}
export type AnswerTexts = ReturnType<typeof answerTexts>;
