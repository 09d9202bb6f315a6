import { problem } from '../../../shared/contract/problem.ts';
import { link } from '../../platform/link/link.ts';
import type { ImportCalls, ImportThread } from '../../spreadsheets/import/import-calls.ts';
import { enforceLimits, tooMuchMemory, type ThreadLimits } from './enforce-limits.ts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Limits for one file. A file that needs more ends its thread, and nothing else. */
const defaultLimits: ThreadLimits = { memoryMb: 1024, answerMs: 120_000 };

/** How long closing waits for a thread in the middle of a file (ms). */
const maxCloseMs = 2000;

/** Starts a thread that reads one file supplied by a person. */
export function startImportThread(limits: ThreadLimits = defaultLimits): ImportThread {
  const url = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
  return link<ImportCalls>(thread, {
    endedProblem: tooMuchMemory().problem,
    closingProblem: problem('cancelled', 'Reading the file was stopped.').problem,
    closeTimeoutMs: maxCloseMs,
    supervise: (onExceeded) => enforceLimits(thread, limits, onExceeded),
  });
}
