import type { FromIoProcess, ToIoProcess } from '../../electron/copies/io-process/io-message.ts';
import {
  idleMs,
  answerTimeoutMs,
  silenceTimeoutMs,
  relayToProcess,
} from '../../electron/copies/io-process/relay-to-process.ts';
import { fakeTime } from '../support/fake-time.ts';
import { expect, it } from 'vitest';

/** Processes that answer when the test says so, and exit when it lets them. */
function relaying() {
  const { timer, advance: pass } = fakeTime();
  const answers: FromIoProcess[] = [];
  const begun: { sent: ToIoProcess[]; killed: boolean; answer: (message: FromIoProcess) => void; exit: () => void }[] =
    [];
  let asks = (_message: ToIoProcess): void => undefined;
  let close = (): void => undefined;
  const listen = (event: 'message' | 'close', listener: never): void => {
    if (event === 'message') asks = listener;
    else close = listener;
  };
  relayToProcess(
    { postMessage: (message) => void answers.push(message), on: listen },
    () => {
      const one = { sent: [] as ToIoProcess[], killed: false, answer: (_: FromIoProcess) => {}, exit: () => {} };
      begun.push(one);
      return {
        send: (message) => void one.sent.push(message),
        onMessage: (listener) => (one.answer = listener),
        onExit: (listener) => (one.exit = listener),
        kill: () => (one.killed = true),
      };
    },
    timer.after,
  );
  const ask = (id: number): void => asks({ id, ask: 'free', folder: '/share' });
  const backUp = (id: number): void => asks({ id, ask: 'backup', data: '/data', folder: '/share', at: 0 });
  return { ask, backUp, close: () => close(), answers, begun, pass };
}

it('a process that answers is used again, and one that does not is killed after its timeout', async () => {
  const { ask, answers, begun, pass } = relaying();
  ask(1);
  begun[0]?.answer({ id: 1, answer: 5 });
  await pass(answerTimeoutMs * 2);
  ask(2);
  expect(begun).toHaveLength(1);
  await pass(answerTimeoutMs - 1);
  expect(begun[0]?.killed).toBe(false);
  await pass(1);
  expect(begun[0]?.killed).toBe(true);
  expect(answers).toMatchObject([
    { id: 1, answer: 5 },
    { id: 2, problem: { kind: 'bad-file' } },
  ]);
});

it('a place whose process cannot even be killed gets no second one, and every request is answered', async () => {
  const { ask, answers, begun, pass } = relaying();
  ask(1);
  await pass(answerTimeoutMs);
  for (const id of [2, 3, 4]) ask(id);
  expect(begun).toHaveLength(1);
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  // A late answer is ignored.
  begun[0]?.answer({ id: 1, answer: 5 });
  expect(answers).toHaveLength(4);
  begun[0]?.exit();
  ask(5);
  expect(begun).toHaveLength(2);
  expect(begun[1]?.sent).toMatchObject([{ id: 5 }]);
});

it('a process that exits leaves no request unanswered', () => {
  const { ask, answers, begun } = relaying();
  ask(1);
  begun[0]?.exit();
  expect(answers).toMatchObject([{ id: 1, problem: { kind: 'bad-file' } }]);
});

it('a desk that closes leaves no process behind', () => {
  const { ask, close, begun } = relaying();
  ask(1);
  close();
  expect(begun[0]?.killed).toBe(true);
});

it('a long task has its own process, which may run for as long as it reports progress', async () => {
  const { ask, backUp, answers, begun, pass } = relaying();
  backUp(1);
  ask(2);
  begun[1]?.answer({ id: 2, answer: 5 });
  for (let said = 0; said < 5; said++) {
    await pass(silenceTimeoutMs - 1);
    begun[0]?.answer({ id: 1, working: silenceTimeoutMs });
  }
  expect(begun.map(({ killed }) => killed)).toEqual([false, true]);
  await pass(silenceTimeoutMs);
  expect(begun[0]?.killed).toBe(true);
  expect(answers).toMatchObject([
    { id: 2, answer: 5 },
    { id: 1, problem: { kind: 'bad-file', params: { reason: 'silent' } } },
  ]);
});

it('an idle process ends, and the next request starts another', async () => {
  const { ask, answers, begun, pass } = relaying();
  ask(1);
  begun[0]?.answer({ id: 1, answer: 5 });
  await pass(idleMs);
  expect(begun[0]?.killed).toBe(true);
  ask(2);
  begun[0]?.exit();
  begun[1]?.answer({ id: 2, answer: 6 });
  expect(answers).toEqual([
    { id: 1, answer: 5 },
    { id: 2, answer: 6 },
  ]);
});
