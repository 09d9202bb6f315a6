import type { AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import { t } from '../texts/say.svelte.ts';

/** What is unexpected at a place of an answer, in the user's language. */
export function sayUnexpected({ message, expected, found }: AnswerMismatch): string {
  if (expected === undefined || found === undefined) return message;
  const { kind, expectedFound, outsideRule } = t().lookups.raw;
  const kinds: Partial<Record<string, string>> = kind;
  const [due, came] = [kinds[expected], kinds[found]];
  return due === undefined || came === undefined ? outsideRule : expectedFound({ due, came });
}

/** Maximum number of characters shown of an answer; more only slows the page down. */
const most = 100_000;

/** An answer as displayable text, cut after the limit. */
export function rawText(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer, null, 2) ?? '');
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
