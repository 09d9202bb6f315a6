import { problem } from '../../../shared/contract/problem.ts';
import { link } from '../../platform/link/link.ts';
import type { ImportCalls, ImportThread } from '../../spreadsheets/import/import-calls.ts';
import { enforceLimits, tooMuchMemory, type ThreadLimits } from './enforce-limits.ts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Limits for one file. A file that needs more ends its thread, and nothing else. */
const usualBounds: ThreadLimits = { memoryMb: 1024, answerMs: 120_000 };

/** How long closing waits for a thread in the middle of a file (ms). */
const latestEndMs = 2000;

/** Starts a thread that reads one file supplied by a person. */
export function startImportThread(bounds: ThreadLimits = usualBounds): ImportThread {
  const url = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb } });
  return link<ImportCalls>(thread, {
    endedProblem: tooMuchMemory().problem,
    closingProblem: problem('cancelled', 'Reading the file was stopped.').problem,
    closeTimeoutMs: latestEndMs,
    supervise: (over) => enforceLimits(thread, bounds, over),
  });
}
