import type { AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { format } from '../texts/format.svelte.ts';
import { t, sayProblem } from '../texts/say.svelte.ts';

/**
 * Translates a word of the service, ignoring case and spaces as in `OutForDelivery`; unknown words are returned
 * unchanged.
 */
export function translateWord(translations: Readonly<Record<string, string>>, text: string): string {
  const normalized = text.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(translations, normalized) ? (translations[normalized] ?? text) : text;
}

/** What is unexpected at a place of an answer, in the user's language. */
export function sayUnexpected({ message, expected, found }: AnswerMismatch): string {
  if (expected === undefined || found === undefined) return message;
  const { kind, expectedFound, outsideRule } = t().lookups.raw;
  const kinds: Partial<Record<string, string>> = kind;
  const [due, came] = [kinds[expected], kinds[found]];
  return due === undefined || came === undefined ? outsideRule : expectedFound({ due, came });
}

/** Maximum number of characters shown of an answer; more only slows the page down. */
const maxRawLength = 100_000;

/** An answer as displayable text, cut after the limit. */
export function rawText(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer, null, 2) ?? '');
  return text.length > maxRawLength ? `${text.slice(0, maxRawLength)} …` : text;
}

/** Whether the service answered that it does not know the subject. */
export const isNotFound = (problem: Problem | null): boolean =>
  problem?.kind === 'service' && problem.params?.['status'] === 404;

/**
 * Why nothing fresher is shown, as a sentence that quotes the service's texts unchanged. `hasAnswer`: an older answer
 * is shown.
 */
export function sayWhy(problem: Problem, hasAnswer: boolean): string {
  const { why } = t().lookups;
  const status = problem.params?.['status'];
  if (problem.kind === 'offline') return hasAnswer ? why.offline : why.offlineUnknown;
  if (isNotFound(problem)) return why.unknown;
  if (problem.kind === 'service' && status === 429) {
    const afterMs = Number(problem.params?.['afterMs'] ?? 0);
    return why.patience({ time: afterMs > 0 ? format.span(afterMs) : '' });
  }
  if (problem.kind === 'service') return why.refused({ status: String(status ?? '?'), text: problem.message });
  if (problem.kind === 'not-shown') return why.notShown({ text: problem.message });
  return sayProblem(problem);
}

/** Like `sayWhy`, in one or two words for a list row. */
export function whyWord(problem: Problem): string {
  const { whyWord: texts } = t().lookups;
  const status = problem.params?.['status'];
  if (isNotFound(problem)) return texts.unknown;
  if (problem.kind === 'service' && status === 429) return texts.patience;
  if (problem.kind === 'offline') return texts.offline;
  return texts.failed;
}
