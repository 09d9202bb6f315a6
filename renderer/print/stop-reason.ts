import type { PrintJob } from '../../shared/contract/print-procedures.ts';
import { hasPendingQuestion } from '../state/print-jobs.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';

/** Why a job is stopped, in the user's language; empty if it is not. */
export function stopReasonOf(job: PrintJob): string {
  const words = t().printing;
  if (job.fault !== null) return words.fault[job.fault];
  if (hasPendingQuestion(job)) return words.held.asks;
  if (job.problem) return sayProblem(job.problem);
  return job.heldFor === null ? '' : words.held[job.heldFor];
}
