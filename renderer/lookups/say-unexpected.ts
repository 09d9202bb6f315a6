import type { UnexpectedPlace } from '../../shared/contract/lookup-answers.ts';
import { t } from '../texts/say.svelte.ts';

/** What is strange at a place of an answer, in the person's language. */
export function sayUnexpected({ message, expected, found }: UnexpectedPlace): string {
  if (expected === undefined || found === undefined) return message;
  const { kind, expectedFound, outsideRule } = t().lookups.raw;
  const kinds: Partial<Record<string, string>> = kind;
  const [due, came] = [kinds[expected], kinds[found]];
  return due === undefined || came === undefined ? outsideRule : expectedFound({ due, came });
}
