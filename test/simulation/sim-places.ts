import '../../electron/register/same-place.ts';
import { serveIo } from '../../electron/isolated-io/serve-io.ts';
import type { IoClient } from '../../electron/isolated-io/io-message.ts';
import { ProblemError } from '../../shared/contract/problem.ts';

/** What a story leaves to other tests: a check of a whole file at each start, and copies made by a schedule. */
const notTold = ['check', 'schedule', 'rehearse', 'fetch'];

/** Places as their process answers them, here without the process: a story has one thread. */
export const askPlace = ((ask) =>
  new Promise((resolve, reject) => {
    if (notTold.includes(ask.ask)) return reject(new Error('no story tells of it'));
    const answer = serveIo((message) => {
      if ('answer' in message) resolve(message.answer as never);
      else if ('problem' in message) reject(new ProblemError(message.problem));
    });
    answer({ ...ask, id: 1 });
  })) as IoClient;
