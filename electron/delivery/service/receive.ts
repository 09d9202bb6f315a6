import type { Timer } from '../../platform/timer.ts';
import { type NoAnswer, noAnswer, noAnswerOf } from './exchange.ts';
import type { Dispatcher } from 'undici';

/** A raw answer: bytes still compressed, headers as received. */
export interface Received {
  kind: 'received';
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
  ended: 'complete' | 'cut' | 'too-big';
}

export interface ResponseLimits {
  timeoutMs: number;
  capBytes: number;
  timer: Timer;
  signal: AbortSignal | undefined;
}

/**
 * Sends one request once and collects the answer; never throws. `never` in the result guarantees that the request was
 * handed to no connection, and will not be.
 */
export function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, capBytes, timer, signal }: ResponseLimits,
): Promise<Received | NoAnswer> {
  return new Promise((resolve) => {
    let sentBy: Dispatcher.DispatchController | null = null;
    let head: Pick<Received, 'status' | 'headers'> | null = null;
    let over = false;
    let size = 0;
    const chunks: Buffer[] = [];

    const finish = (result: Received | NoAnswer) => {
      if (over) return;
      over = true;
      cancelTimeout();
      signal?.removeEventListener('abort', stop);
      resolve(result);
    };
    const answered = (ended: Received['ended']) => {
      if (head) finish({ kind: 'received', ...head, bytes: Buffer.concat(chunks), ended });
    };
    const left = () => (sentBy ? 'maybe' : 'never');
    const giveUp = (without: NoAnswer) => {
      if (head) answered('cut');
      else finish(without);
      sentBy?.abort(new Error('given up'));
    };
    const stop = () => giveUp(noAnswer(left(), 'stopped'));
    const cancelTimeout = timer.after(timeoutMs, () => giveUp(noAnswer(left(), 'timeout')));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // Aborted while waiting for a connection, or a second delivery of a request already on its way.
        if (over || (sentBy && request.method !== 'GET')) controller.abort(new Error('not sent again'));
        else sentBy = controller;
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) head = { status, headers };
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size <= capBytes) return void chunks.push(chunk);
        answered('too-big');
        controller.abort(new Error('answer too big'));
      },
      onResponseEnd: () => answered('complete'),
      onResponseError(_controller, error) {
        if (head) answered('cut');
        else finish(noAnswerOf(left(), error));
      },
    };
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      finish(noAnswerOf(left(), error));
    }
  });
}
