import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { Handlers } from './answer.ts';
import { gatherEvents } from './events.ts';
import { hearFaults, reportFault, problemOf } from './failure.ts';
import type { Port } from './message.ts';
import { serve } from './serve.ts';

/** Events are gathered this long (ms): screens look alive, and a busy sync tells little more than an idle one. */
const gatherMs = 40;

interface Opened {
  handlers: Partial<Handlers<'desk' | 'reader'>>;
  close(): Promise<void> | void;
}

/** The life of a worker: opens what it serves, says that it is ready or why not, answers calls until it is asked to end. */
export async function runWorker(
  port: Port | null,
  open: (emit: (event: DeskEvent) => void) => Opened | Promise<Opened>,
): Promise<void> {
  if (!port) throw new Error('this program runs as a worker thread');
  const events = gatherEvents(
    (event) => port.postMessage({ event }),
    (run) => void setTimeout(run, gatherMs).unref(),
  );
  hearFaults((fault) => port.postMessage({ fault }));
  try {
    const opened = await open(events.emit);
    serve(port, opened.handlers, reportFault, async () => {
      await opened.close();
      events.flush();
    });
    port.postMessage({ ready: true });
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === 'internal') reportFault(error);
    port.postMessage({ failed: problem });
    port.close();
  }
}
