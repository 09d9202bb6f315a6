import { onFault } from '../../electron/platform/link/failure.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';

it('a protected action under way when its folder closes is answered with a problem, and causes no fault', async () => {
  const faults: unknown[] = [];
  onTestFinished(onFault((fault) => faults.push(fault)));
  const desk = await startDeskInThread({ folder: temporaryFolder() });
  const input = { commandId: randomUUID(), passphrase: 'a passphrase of a counter' };
  const act = await desk.ask('rights.begin', {
    right: 'settings',
    of: 'text',
    about: '',
    parts: 'passphrase',
    procedure: 'backup.lock',
    via: 'screen',
    operator: '',
  });
  const locking = desk.call('rights.act', { act, procedure: 'backup.lock', input });
  await desk.close();
  expect(await locking).toMatchObject({ ok: false });
  expect(faults).toEqual([]);
});
