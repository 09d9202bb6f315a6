import { setImmediate as nextTurn } from 'node:timers/promises';
import { no } from '../../shared/contract/problem.ts';
import { answer, type Handlers } from './answer.ts';
import type { Port } from './message.ts';

/**
 * Answers the calls that come in over `port`, in any order. `close` runs once, after which the port is shut and the worker
 * can end; what is answered by then is passed on, what still waits is answered by the host's end of the link.
 */
export function serve(
  port: Port,
  handlers: Partial<Handlers<'desk' | 'reader'>>,
  report: (error: unknown) => void,
  close: () => Promise<void> | void,
): void {
  let closing = false;

  async function reply(id: number, name: string, input: unknown): Promise<void> {
    const result = await answer(handlers, name, input, (error) => {
      // what waited for something of its own, as a hash, comes back to what is closed meanwhile: that is no fault
      if (!closing) report(error);
    });
    try {
      port.postMessage({ reply: { id, result } });
    } catch (error) {
      report(error);
      port.postMessage({ reply: { id, result: no('internal', `The answer of ${name} could not be passed on.`) } });
    }
  }

  async function end(): Promise<void> {
    try {
      await close();
    } catch (error) {
      report(error);
    }
    await nextTurn();
    port.close();
  }

  port.on('message', (message) => {
    if ('close' in message) {
      if (!closing) void end();
      closing = true;
      return;
    }
    const { id, name, input } = message.call;
    void reply(id, name, input);
  });
}
