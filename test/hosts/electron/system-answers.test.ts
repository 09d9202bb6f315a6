import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let timers: (() => void)[];
const after = (_ms: number, run: () => void) => (timers.push(run), () => void timers.splice(timers.indexOf(run), 1));
let answers: typeof import('../../../electron/hosts/electron/system-answers.ts');
let killed: unknown[];
beforeEach(async () => {
  [timers, killed] = [[], []];
  vi.resetModules();
  answers = await import('../../../electron/hosts/electron/system-answers.ts');
  vi.spyOn(process, 'kill').mockImplementation((...given) => {
    killed.push(given);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

it('a program that ends waits for a label that is being handed over, and then ends as any other', async () => {
  const label = Promise.withResolvers<string>();
  const handed = answers.ofSystem(label.promise);
  const order: string[] = [];
  const ended = answers.systemAnswered(after).then(() => order.push('ended'));
  label.resolve('taken');
  void handed.then((said) => order.push(said));
  await ended;
  expect(order).toEqual(['taken', 'ended']);
  answers.endWithoutSystem();
  expect({ killed, timers }).toEqual({ killed: [], timers: [] });
});

it('a program whose print server never answers waits for a moment, and ends itself as the last', async () => {
  void answers.ofSystem(new Promise(() => undefined));
  const ended = answers.systemAnswered(after);
  expect(killed).toEqual([]);
  timers[0]?.();
  await ended;
  answers.endWithoutSystem();
  expect(killed).toEqual([[process.pid, 'SIGKILL']]);
});

it('a program that asked nothing of its print system waits for nothing', async () => {
  await answers.ofSystem(Promise.reject(new Error('no printing'))).catch(() => undefined);
  await answers.systemAnswered(after);
  answers.endWithoutSystem();
  expect({ killed, timers }).toEqual({ killed: [], timers: [] });
});
