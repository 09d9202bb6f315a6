import { no } from '../../shared/problem.ts';
import { answer, type Handlers } from './answer.ts';
import type { Port } from './message.ts';

/**
 * Answers the calls that come in over `port`, in any order. `close` runs once, after which the port is shut and the worker
 * can end; calls under way are answered first.
 */
export function serve(
  port: Port,
  handlers: Partial<Handlers<'desk' | 'reader'>>,
  report: (error: unknown) => void,
  close: () => Promise<void> | void,
): void {
  const underWay = new Set<Promise<void>>();
  let closing = false;

  async function reply(id: number, name: string, input: unknown): Promise<void> {
    const result = await answer(handlers, name, input, report);
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
    await Promise.all(underWay);
    port.close();
  }

  port.on('message', (message) => {
    if ('close' in message) {
      if (!closing) void end();
      closing = true;
      return;
    }
    const { id, name, input } = message.call;
    const answered = reply(id, name, input).finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
}
