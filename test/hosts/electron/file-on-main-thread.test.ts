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
  /** How long this thread was occupied until the answer (ms). No program reads the file: it is neither CSV nor XLSX. */
  async function occupied(base64: string | Uint8Array): Promise<number> {
    const before = performance.eventLoopUtilization();
    const answer = await answerScreen(calls, page, 'import.open', { name: 'a.xlsx', base64 });
    const { active } = performance.eventLoopUtilization(before);
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'bad-file' } });
    return active;
  }
  const bytes = () => new Uint8Array(Buffer.from(`%PDF-1.7${'x'.repeat(maxImportBytes - 8)}`));
  const text = Buffer.from(bytes()).toString('base64');
  await occupied(Uint8Array.of(1));
  // a copy through JSON is what a call over HTTP costs
  const copied = performance.eventLoopUtilization();
  JSON.parse(JSON.stringify({ text }));
  const asJson = performance.eventLoopUtilization(copied).active;
  const [asText, asBytes] = [await occupied(text), await occupied(bytes())];
  process.stderr.write(
    `${JSON.stringify({ json: Math.round(asJson), text: Math.round(asText), bytes: Math.round(asBytes), ratio: Math.round((asJson + asText) / asBytes) })}\n`,
  );
  expect(asBytes).toBeLessThan((asJson + asText) / 10);
});
