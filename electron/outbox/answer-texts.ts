import { hash } from 'node:crypto';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import type { FactStore } from './facts.ts';

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
