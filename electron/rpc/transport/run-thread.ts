import { ProblemError } from '../../../shared/contract/problem.ts';
import { onFault, problemOf, reportFault } from './failure.ts';
import type { ServerPort } from './message.ts';
import { serve, type Answer } from './serve.ts';

export interface OpenedThread<R> {
  /** sent to the thread's starter */
  ready: R;
  answer: Answer;
  close(): Promise<void> | void;
}

/** Runs a thread: opens its resources, reports that it is ready or why not, and answers calls until it is closed. */
export async function runThread<R, E>(
  port: ServerPort | null,
  open: (emit: (event: E) => void) => OpenedThread<R> | Promise<OpenedThread<R>>,
): Promise<void> {
  if (!port) throw new Error('this program runs as a worker thread');
  onFault((fault) => port.postMessage({ fault }));
  try {
    const { ready, answer, close } = await open((event) => port.postMessage({ event }));
    serve(port, answer, reportFault, close);
    port.postMessage({ ready });
  } catch (error) {
    if (!(error instanceof ProblemError)) reportFault(error);
    port.postMessage({ failed: problemOf(error) });
    port.close();
  }
}
