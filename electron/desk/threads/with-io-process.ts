import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { ioClientOver, type IoReplies, type IoRequest } from '../../copies/io-process/io-message.ts';
import { relayToProcess } from '../../copies/io-process/relay-to-process.ts';
import { after } from './after.ts';
import { forkIoProcess } from './io-process.ts';
import { MessageChannel } from 'node:worker_threads';

/**
 * Runs a request about `places`, which a person named and which may never answer, in a separate process. `stop` asks it
 * to end early; `tellPercent` is called as in `IoClient`. Rejects with its ProblemError, and with `bad-file` (reason
 * `silent`) if a place does not answer.
 */
export async function withIoProcess<A extends IoRequest>(
  ask: A,
  places: readonly string[],
  stop: AbortSignal,
  tellPercent?: (percent: number) => void,
): Promise<IoReplies[A['ask']]> {
  const { port1, port2 } = new MessageChannel();
  relayToProcess(port1, forkIoProcess, after);
  const askIo = ioClientOver(port2);
  const end = (): void => void askIo({ ask: 'stop' }).catch(() => undefined);
  stop.addEventListener('abort', end);
  try {
    return await askIo(ask, tellPercent);
  } catch (error) {
    throw error instanceof ProblemError && error.problem.params?.['reason'] === 'silent' ? silent(places) : error;
  } finally {
    stop.removeEventListener('abort', end);
    port1.close();
    port2.close();
  }
}

function silent(places: readonly string[]): ProblemError {
  const which = places.length === 1 ? String(places[0]) : `One of ${places.join(', ')}`;
  return problem(
    'bad-file',
    `${which} does not answer. See whether its disk or share is there, and whether each file in it is a file.`,
    { reason: 'silent' },
  );
}
