import '../../electron/storage/register/is-copy.ts';
import type { IoClient } from '../../electron/copies/io-process/io-message.ts';
import { serveIo } from '../../electron/copies/io-process/serve-io.ts';
import { ProblemError } from '../../shared/contract/problem.ts';

/** Left to other tests: the check of a whole file at each start, and scheduled copies. */
const notTold = ['check', 'schedule', 'rehearse', 'fetch'];

/** Answers calls of the file process in this thread, because a story has only one. */
export const askPlace = ((ask) =>
  new Promise((resolve, reject) => {
    if (notTold.includes(ask.ask)) return reject(new Error('no story tells of it'));
    const answer = serveIo((message) => {
      if ('answer' in message) resolve(message.answer as never);
      else if ('problem' in message) reject(new ProblemError(message.problem));
    });
    answer({ ...ask, id: 1 });
  })) as IoClient;
