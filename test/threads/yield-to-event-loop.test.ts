import { yieldToEventLoop } from '../../electron/desk/threads/after.ts';
import { groupCommit } from '../../electron/storage/database/transactions.ts';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

it('a capture that arrives while a slice is written is committed before the next slice starts', async () => {
  const order: string[] = [];
  const captures = groupCommit<string, void>({
    commit: (some) => some.map((one) => void order.push(one)),
    schedule: (run) => void setImmediate(run),
  });
  const { port1: counter, port2: desk } = new MessageChannel();
  onTestFinished(() => counter.close());
  desk.on('message', (capture: string) => void captures.add(capture));
  // The first message opens the port.
  counter.postMessage('first');
  await expect.poll(() => order.splice(0)).toEqual(['first']);

  for (let slice = 0; slice < 20; slice++) {
    order.push(`slice ${slice}`);
    counter.postMessage(`capture ${slice}`);
    await yieldToEventLoop();
  }

  expect(order).toEqual(Array.from({ length: 20 }, (_, slice) => [`slice ${slice}`, `capture ${slice}`]).flat());
});
