import { expect, it, onTestFinished } from 'vitest';
import type { LogEntry } from '../../electron/log/log-record.ts';
import { onFault } from '../../electron/rpc/transport/failure.ts';
import { startLabelThread } from '../../electron/threads/label-thread.ts';
import { startImportThread } from '../../electron/threads/import-thread.ts';

function heard(): LogEntry[] {
  const faults: LogEntry[] = [];
  onTestFinished(onFault((fault) => void faults.push(fault)));
  return faults;
}

it('a fault in the thread that draws labels reaches who writes the log', async () => {
  const faults = heard();
  const thread = startLabelThread();
  onTestFinished(() => thread.close());
  // nothing that the desk asks for: the thread meets a fault of its own
  const drawn = thread.make(null as never, null as never);
  await expect(drawn).rejects.toMatchObject({ problem: { kind: 'internal' } });
  expect(faults).toHaveLength(1);
});

it('a fault in the thread that reads a spreadsheet reaches who writes the log', async () => {
  const faults = heard();
  const thread = startImportThread();
  onTestFinished(() => thread.close());
  await expect(thread.ask('nothing' as never, null as never)).rejects.toMatchObject({ problem: { kind: 'internal' } });
  expect(faults).toHaveLength(1);
});
