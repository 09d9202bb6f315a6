import { startImportThread } from '../../electron/desk/threads/import-thread.ts';
import { startLabelThread } from '../../electron/desk/threads/label-thread.ts';
import { onFault } from '../../electron/platform/link/failure.ts';
import type { LogEntry } from '../../electron/platform/log/log-record.ts';
import { expect, it, onTestFinished } from 'vitest';

function heard(): LogEntry[] {
  const faults: LogEntry[] = [];
  onTestFinished(onFault((fault) => void faults.push(fault)));
  return faults;
}

it('a fault in the label worker reaches the log', async () => {
  const faults = heard();
  const thread = startLabelThread();
  onTestFinished(() => thread.close());
  // Invalid input makes the worker throw.
  const drawn = thread.makePage(null as never, null as never);
  await expect(drawn).rejects.toMatchObject({ problem: { kind: 'internal' } });
  expect(faults).toHaveLength(1);
});

it('a fault in the import worker reaches the log', async () => {
  const faults = heard();
  const thread = startImportThread();
  onTestFinished(() => thread.close());
  await expect(thread.ask('nothing' as never, null as never)).rejects.toMatchObject({ problem: { kind: 'internal' } });
  expect(faults).toHaveLength(1);
});
