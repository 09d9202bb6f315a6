import { ProblemError } from '../../../shared/contract/problem.ts';
import { reportFault } from '../../platform/link/failure.ts';
import { runThread, answerTypedCalls } from '../../platform/link/serve.ts';
import { startPractice } from '../../practice/start-practice.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { parentPort, workerData } from 'node:worker_threads';

/** Start parameters of the worker; see PracticeOptions. */
export interface PracticeWorkerData {
  folder: string;
  port?: number;
  moment?: number;
}

export interface PracticeCalls {
  applyDrill: { in: null; out: void };
}

const data = workerData as PracticeWorkerData;

await runThread(parentPort, async () => {
  try {
    const practice = await startPractice({ ...data, clock: Date.now });
    return {
      ready: { url: practice.url },
      answer: answerTypedCalls<PracticeCalls>({ applyDrill: () => practice.applyDrill() }),
      close: () => practice.close(),
    };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const diskFault = diskProblem(error, data.folder);
    if (diskFault) throw new ProblemError(diskFault);
    // A problem tells the caller what happened but not where, which is needed to find the cause.
    reportFault(error);
    throw new ProblemError({ kind: 'internal', message: error instanceof Error ? error.message : String(error) });
  }
});
