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

/** A page shows this many characters of an answer; more only make it slow. */
const most = 100_000;

/** An answer as text that can be drawn: its beginning where it is very long. */
export function rawText(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer, null, 2) ?? '');
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
