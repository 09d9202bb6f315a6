import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { PageForm, PageMade, PageWanted } from '../labels/make-page.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import { linkWhenAsked } from '../rpc/transport/kept-link.ts';
import { link } from '../rpc/transport/link.ts';

export interface LabelAsks {
  make: { in: { wanted: PageWanted; form: PageForm }; out: PageMade };
}

/** Draws labels for printers, one after the other. */
export interface LabelThread {
  /** Rejects with a ProblemError where drawing itself fails; the next label is drawn all the same. */
  make(wanted: PageWanted, form: PageForm): Promise<PageMade>;
  close(): Promise<void>;
}

const gone: Problem = { kind: 'internal', message: 'Drawing this label ended the thread that draws.' };

/**
 * A thread that draws makes much that is needed for a moment only. Where its young memory may grow, a batch of thousands keeps a hundred MB of
 * what is long dead; where it is smaller, what a label needs is moved on before it is done. How far the old memory may fill before it is
 * cleared goes by the most that it may ever have: a tenth of this is in use.
 */
export const drawingMemory = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

function begin() {
  const url = new URL(`./label-worker${extname(import.meta.url)}`, import.meta.url);
  return link<LabelAsks>(new Worker(url, { resourceLimits: drawingMemory }), { report: reportFault, gone });
}

/** Starts a thread that draws labels for printers at its first label, and again where it ended. */
export function startLabelThread(): LabelThread {
  const kept = linkWhenAsked(begin);
  let closed = false;
  return {
    async make(wanted, form) {
      if (closed) throw problem('cancelled', 'The desk is being closed.');
      const thread = await kept.there();
      if (!thread) throw new ProblemError(kept.trouble() ?? gone);
      return thread.ask('make', { wanted, form });
    },
    close() {
      closed = true;
      return kept.close();
    },
  };
}
