import { answerCalls, fixedFolder } from '../../../electron/desk/calls/answer-calls.ts';
import { startDesk } from '../../../electron/desk/threads/desk.ts';
import { answerScreen } from '../../../electron/hosts/electron/answer-screen.ts';
import { maxImportBytes } from '../../../shared/import/import-limit.ts';
import { temporaryFolder } from '../../support/run-desk.ts';
import { expect, it, onTestFinished } from 'vitest';

const page = { url: 'app://desk/', parent: null };

it('the largest file occupies the thread of the window for a small part of what its text would', async () => {
  const desk = await startDesk({ folder: temporaryFolder() });
  onTestFinished(() => desk.close());
  const calls = answerCalls(fixedFolder((name, input) => desk.call(name, input)));
  /** Processor time of this thread for what `act` does (ms); the desk's own threads do not count. */
  async function costOf(act: () => unknown): Promise<number> {
    const before = process.threadCpuUsage();
    await act();
    const after = process.threadCpuUsage();
    return (after.user - before.user + after.system - before.system) / 1000;
  }
  /** No program reads the file: it is neither CSV nor XLSX. */
  const send = (base64: string | Uint8Array) => async () =>
    expect(await answerScreen(calls, page, 'import.open', { name: 'a.xlsx', base64 })).toMatchObject({
      problem: { kind: 'bad-file' },
    });
  const bytes = () => new Uint8Array(Buffer.from(`%PDF-1.7${'x'.repeat(maxImportBytes - 8)}`));
  const text = Buffer.from(bytes()).toString('base64');
  const ways = {
    // a call that arrives as text is parsed, and its text goes on to the desk
    json: () => () => JSON.parse(JSON.stringify({ text })) as unknown,
    text: () => send(text),
    bytes: () => send(bytes()),
  };
  const costs = { json: Infinity, text: Infinity, bytes: Infinity };
  // the least of some rounds: freeing the memory of earlier ones is no cost of a call
  for (let round = 0; round < 5; round += 1)
    for (const way of ['json', 'text', 'bytes'] as const) costs[way] = Math.min(costs[way], await costOf(ways[way]()));
  expect(costs.bytes, JSON.stringify(costs)).toBeLessThan((costs.json + costs.text) / 10);
});
