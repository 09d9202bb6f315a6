import type { DeskEvent, NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { answer, type Handlers } from './answer.ts';
import { batchEvents } from './events.ts';
import type { ServerPort } from './message.ts';
import { runThread } from './run-thread.ts';

/** Interval for batching events (ms): screens look live, and a busy sync sends few more events than an idle one. */
const batchMs = 40;

interface Opened {
  handlers: Partial<Handlers<'desk' | 'reader'>>;
  close(): Promise<void> | void;
}

/** Runs a thread that serves a part of the desk contract. */
export const runDeskThread = (
  port: ServerPort | null,
  open: (emit: (event: DeskEvent) => void) => Opened | Promise<Opened>,
): Promise<void> =>
  runThread(port, async (emit: (event: NumberedEvent) => void) => {
    const events = batchEvents(emit, (run) => void setTimeout(run, batchMs).unref());
    const { handlers, close } = await open(events.emit);
    return {
      ready: true,
      answer: (name, input, _serving, report) => answer(handlers, name, input, report),
      async close() {
        await close();
        events.flush();
      },
    };
  });
