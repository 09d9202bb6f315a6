import { problem, ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import type { PageForm, PageResult, PageRequest } from '../../labels/formats/make-page.ts';
import { reportFault } from '../../platform/link/failure.ts';
import { link } from '../../platform/link/link.ts';
import { lazyWorker } from '../../platform/link/supervised-worker.ts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface LabelCalls {
  make: { in: { wanted: PageRequest; form: PageForm }; out: PageResult };
}

/** Draws labels for printers, one after the other. */
export interface LabelThread {
  /** Rejects with a ProblemError if drawing itself fails; the next label is still drawn. */
  makePage(request: PageRequest, form: PageForm): Promise<PageResult>;
  close(): Promise<void>;
}

const endedProblem: Problem = { kind: 'internal', message: 'Drawing this label ended the thread that draws.' };

/**
 * Drawing creates mostly short-lived objects. A larger young generation keeps a hundred MB of garbage during a batch of
 * thousands; a smaller one promotes objects before their label is done. The limit of the old generation also sets how
 * full it gets before a collection: a tenth of it is in use.
 */
export const drawingMemory = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

function startWorker() {
  const url = new URL(`./label-worker${extname(import.meta.url)}`, import.meta.url);
  return link<LabelCalls>(new Worker(url, { resourceLimits: drawingMemory }), {
    onError: reportFault,
    endedProblem: endedProblem,
  });
}

/** Starts a thread that draws labels for printers with its first label, and restarts it if it ends. */
export function startLabelThread(): LabelThread {
  const worker = lazyWorker(startWorker);
  let closed = false;
  return {
    async makePage(request, form) {
      if (closed) throw problem('cancelled', 'The desk is being closed.');
      const thread = await worker.ready();
      if (!thread) throw new ProblemError(worker.trouble() ?? endedProblem);
      return thread.ask('make', { wanted: request, form });
    },
    close() {
      closed = true;
      return worker.close();
    },
  };
}
