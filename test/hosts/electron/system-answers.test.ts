import { trackPrintSystem, type PrintSystemCalls } from '../../../electron/hosts/electron/print-system-calls.ts';
import { beforeEach, expect, it } from 'vitest';

let timers: (() => void)[];
let killed: number;
let answers: PrintSystemCalls;
beforeEach(() => {
  [timers, killed] = [[], 0];
  answers = trackPrintSystem(
    (_ms, run) => (timers.push(run), () => void timers.splice(timers.indexOf(run), 1)),
    () => void (killed += 1),
  );
});

it('a program that quits waits for a label being handed over, and then ends like any other', async () => {
  const label = Promise.withResolvers<string>();
  const order: string[] = [];
  void answers.track(label.promise).then((said) => order.push(said));
  const ended = answers.settled().then(() => order.push('ended'));
  label.resolve('taken');
  await ended;
  expect(order).toEqual(['taken', 'ended']);
  answers.killIfPending();
  expect({ killed, timers }).toEqual({ killed: 0, timers: [] });
});

it('a program whose print server never answers waits for a moment, and is killed as the last step', async () => {
  void answers.track(new Promise(() => undefined));
  const ended = answers.settled();
  expect(killed).toBe(0);
  timers[0]?.();
  await ended;
  answers.killIfPending();
  expect(killed).toBe(1);
});

it('a program whose print system has answered, even with an error, waits for nothing', async () => {
  await answers.track(Promise.reject(new Error('no printing'))).catch(() => undefined);
  await answers.settled();
  answers.killIfPending();
  expect({ killed, timers }).toEqual({ killed: 0, timers: [] });
});
