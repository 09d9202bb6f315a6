import type { Timer } from '../../platform/timer.ts';
import { type NoAnswer, noAnswer, noAnswerOf } from './exchange.ts';
import type { Dispatcher } from 'undici';

/** A raw answer: bytes still compressed, headers as received. */
export interface Received {
  kind: 'received';
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
  bodyState: 'complete' | 'cut' | 'too-big';
}

export interface ResponseLimits {
  timeoutMs: number;
  capBytes: number;
  timer: Timer;
  signal: AbortSignal | undefined;
}

/**
 * Sends one request once and collects the answer; never throws. `sent: 'never'` in the result guarantees that no
 * connection got the request, or ever will.
 */
export function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, capBytes, timer, signal }: ResponseLimits,
): Promise<Received | NoAnswer> {
  return new Promise((resolve) => {
    let sendController: Dispatcher.DispatchController | null = null;
    let header: Pick<Received, 'status' | 'headers'> | null = null;
    let isFinished = false;
    let size = 0;
    const chunks: Buffer[] = [];

    const finish = (result: Received | NoAnswer) => {
      if (isFinished) return;
      isFinished = true;
      cancelTimeout();
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const finishReceived = (bodyState: Received['bodyState']) => {
      if (header) finish({ kind: 'received', ...header, bytes: Buffer.concat(chunks), bodyState });
    };
    const sentState = () => (sendController ? 'maybe' : 'never');
    const giveUp = (noAnswerResult: NoAnswer) => {
      if (header) finishReceived('cut');
      else finish(noAnswerResult);
      sendController?.abort(new Error('given up'));
    };
    const onAbort = () => giveUp(noAnswer(sentState(), 'stopped'));
    const cancelTimeout = timer.after(timeoutMs, () => giveUp(noAnswer(sentState(), 'timeout')));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // Aborted while waiting for a connection, or a second delivery of a request already on its way.
        if (isFinished || (sendController && request.method !== 'GET')) controller.abort(new Error('not sent again'));
        else sendController = controller;
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) header = { status, headers };
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size <= capBytes) return void chunks.push(chunk);
        finishReceived('too-big');
        controller.abort(new Error('answer too big'));
      },
      onResponseEnd: () => finishReceived('complete'),
      onResponseError(_controller, error) {
        if (header) finishReceived('cut');
        else finish(noAnswerOf(sentState(), error));
      },
    };
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      finish(noAnswerOf(sentState(), error));
    }
  });
}
