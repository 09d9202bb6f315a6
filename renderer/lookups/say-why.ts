import type { Problem } from '../../shared/contract/problem.ts';
import { format } from '../texts/format.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';

/** The service answered that it does not know the subject. */
export const isNotFound = (problem: Problem | null): boolean =>
  problem?.kind === 'service' && problem.params?.['status'] === 404;

/**
 * Why nothing fresher is shown, as a sentence that quotes the service's texts unchanged. `known`: an answer is shown.
 */
export function sayWhy(problem: Problem, known: boolean): string {
  const { why } = t().lookups;
  const status = problem.params?.['status'];
  if (problem.kind === 'offline') return known ? why.offline : why.offlineUnknown;
  if (isNotFound(problem)) return why.unknown;
  if (problem.kind === 'service' && status === 429) {
    const afterMs = Number(problem.params?.['afterMs'] ?? 0);
    return why.patience({ time: afterMs > 0 ? format.span(afterMs) : '' });
  }
  if (problem.kind === 'service') return why.refused({ status: String(status ?? '?'), text: problem.message });
  if (problem.kind === 'not-shown') return why.notShown({ text: problem.message });
  return sayProblem(problem);
}

/** The same in one or two words, for a list. */
export function whyWord(problem: Problem): string {
  const { whyWord: words } = t().lookups;
  const status = problem.params?.['status'];
  if (isNotFound(problem)) return words.unknown;
  if (problem.kind === 'service' && status === 429) return words.patience;
  if (problem.kind === 'offline') return words.offline;
  return words.failed;
}
