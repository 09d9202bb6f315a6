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
  await costOf(send(Uint8Array.of(1)));
  // what a call costs that arrives as text
  const json = await costOf(() => JSON.parse(JSON.stringify({ text })) as unknown);
  const [asText, asBytes] = [await costOf(send(text)), await costOf(send(bytes()))];
  expect(asBytes, JSON.stringify({ json, asText, asBytes })).toBeLessThan(Math.min(json, asText) / 10);
});
