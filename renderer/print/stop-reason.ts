import type { PrintJob } from '../../shared/contract/print-procedures.ts';
import { hasPendingQuestion } from '../state/print-jobs.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';

/** Why a job is stopped, in the user's language; empty if it is not. */
export function stopReasonOf(job: PrintJob): string {
  const texts = t().printing;
  if (job.fault !== null) return texts.fault[job.fault];
  if (hasPendingQuestion(job)) return texts.held.asks;
  if (job.problem) return sayProblem(job.problem);
  return job.heldFor === null ? '' : texts.held[job.heldFor];
}
