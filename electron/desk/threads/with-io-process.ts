import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { ioClientOver, type IoReplies, type IoRequest } from '../../copies/io-process/io-message.ts';
import { relayToProcess } from '../../copies/io-process/relay-to-process.ts';
import { after } from './after.ts';
import { forkIoProcess } from './io-process.ts';
import { MessageChannel } from 'node:worker_threads';

/**
 * Runs a request about `places`, folders that a person named and that may hang, in a separate process. `signal` asks
 * that process to end early; `onPercent` is called as in `IoClient`. Rejects with its ProblemError, and with `bad-file`
 * (reason `silent`) if a place does not answer.
 */
export async function withIoProcess<A extends IoRequest>(
  request: A,
  places: readonly string[],
  signal: AbortSignal,
  onPercent?: (percent: number) => void,
): Promise<IoReplies[A['ask']]> {
  const { port1, port2 } = new MessageChannel();
  relayToProcess(port1, forkIoProcess, after);
  const askIo = ioClientOver(port2);
  const requestStop = (): void => void askIo({ ask: 'stop' }).catch(() => undefined);
  signal.addEventListener('abort', requestStop);
  try {
    return await askIo(request, onPercent);
  } catch (error) {
    throw error instanceof ProblemError && error.problem.params?.['reason'] === 'silent'
      ? silentProblem(places)
      : error;
  } finally {
    signal.removeEventListener('abort', requestStop);
    port1.close();
    port2.close();
  }
}

function silentProblem(places: readonly string[]): ProblemError {
  const subject = places.length === 1 ? String(places[0]) : `One of ${places.join(', ')}`;
  return problem(
    'bad-file',
    `${subject} does not answer. See whether its disk or share is there, and whether each file in it is a file.`,
    { reason: 'silent' },
  );
}
