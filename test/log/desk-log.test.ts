import type { Desk } from '../../electron/desk/threads/desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { reportFault } from '../../electron/platform/link/failure.ts';
import { logFolderOf, readLog, type LogRecord } from '../../electron/platform/log/log-record.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { hostFolderOf } from '../../electron/storage/register/workspace-folders.ts';
import type { Output } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { desksInThread } from '../support/desk-here.ts';
import { startDeskProcess } from '../support/run-desk.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const told = [
  'Zoë Übermut',
  'Hauptstraße 5',
  'LOG-KEY-1',
  'zoe@example.org',
  'hunter2-secret',
  'WH-Secret',
  'said by the service',
];

it('the log of a desk and its support file show what happened, and contain nothing that was entered, answered or set', async () => {
  const root = mkdtempSync(join(tmpdir(), 'parcel-desk-log-'));
  let answers = 429;
  const server = await startWireServer(({ method }, response) =>
    answerJson(response, method === 'POST' || answers === 401 ? answers : 404, {
      message: 'said by the service to Zoë Übermut',
    }),
  );
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
  const desk = await openScreenDesk({
    folder: root,
    host: 'browser',
    secrets: createMemorySecrets(),
    desks: desksInThread,
  });
  let commands = 0;
  async function ask(name: string, input: object): Promise<void> {
    expect(await desk.call(name, input)).toEqual(expect.objectContaining({ ok: true }));
  }
  const commandId = () => `desk-log-${String(++commands)}`;
  const folder = logFolderOf(hostFolderOf(root));
  const read = async () => readLog(folder, 1000);

  await ask('settings.set', {
    values: { holdSeconds: 0, headerName: 'X-Key', senderContact: 'Zoë Übermut', location: 'WH-Secret' },
  });
  await ask('desk.setService', { commandId: commandId(), address: server.origin });
  await ask('desk.setSecret', { commandId: commandId(), value: 'hunter2-secret' });
  await ask('desk.switch', { commandId: commandId(), to: 'live' });
  const Recipient = { Contact: 'Zoë Übermut', Street1: 'Hauptstraße 5', Email: 'zoe@example.org', Country: 'DE' };
  for (const key of ['LOG-KEY-1', 'LOG-KEY-2', 'LOG-KEY-3'])
    await ask('entry.enqueue', {
      commandId: commandId(),
      operator: 'Zoë Übermut',
      request: { endpoint: 2, body: { Package: { PackageId: key, ShipToAddress: Recipient } } },
    });
  await expect.poll(async () => (await read()).map(({ event }) => event)).toContain('endpoint-ill');
  answers = 401;
  // The wait after a 429 is random; a retry by a person is immediate.
  await ask('sync.now', {});
  await expect.poll(async () => (await read()).map(({ event }) => event)).toContain('paused');
  reportFault(new Error('Zoë Übermut'));
  const made = (await desk.call('support.file', {})) as Result<Output<'support.file'>>;
  if (!made.ok) throw new ProblemError(made.problem);
  const { file, text } = made.value;
  const saved = await desk.takeFile(file?.id ?? '');
  expect(await new Response(saved?.body).text()).toBe(text);
  const entries = { queued: 3, done: 0 };
  const check = { whole: true, entries: 3, damaged: 0, journalMissing: 0 };
  expect(JSON.parse(text)).toMatchObject({
    program: { version: expect.stringMatching(/^\d/) as string, host: 'browser' },
    desk: { mode: 'live', secret: 'memory' },
    sync: { connection: 'paused', paused: 'unauthorized' },
    folder: {
      settings: { holdSeconds: 0, headerName: 'set', senderContact: 'set' },
      entries,
      target: 'live',
      check,
    },
  });
  expect((JSON.parse(text) as { log: LogRecord[] }).log.map(({ event }) => event)).toContain('endpoint-ill');
  await desk.close();
  const printed = await startDeskProcess(['support', '--data', root], { input: '' }).result;
  expect(printed).toMatchObject({ code: 0, lines: [{ folder: { entries, check }, notOpened: null }] });

  const events = (await read()).map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['started', 'mode', 'connection', 'fault', 'ended']));
  expect([events[0], events.at(-1)]).toEqual(['started', 'ended']);
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const texts = [...files, text, JSON.stringify(printed.lines)].join('\n');
  for (const word of [...told, root, hostname(), server.origin]) expect(texts).not.toContain(word);
});

it('a program that failed to start is logged as ended, not as killed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'parcel-desk-log-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const begun = openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets(), service: 'nowhere' });
  await expect(begun).rejects.toMatchObject({ problem: { kind: 'bad-address' } });
  const told = await readLog(logFolderOf(hostFolderOf(root)), 10);
  expect(told.map(({ event }) => event)).toEqual(['started', 'ended']);
});

it('a desk that failed to close is logged as a fault, and the log still ends', async () => {
  const root = mkdtempSync(join(tmpdir(), 'parcel-desk-log-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const close = async (opened: Promise<Desk>): Promise<Desk> => {
    const desk = await opened;
    return {
      ...desk,
      async close() {
        await desk.close();
        // what a disk that went away answers
        await rmdir(join(root, 'missing'));
      },
    };
  };
  const desk = await openScreenDesk({
    folder: root,
    host: 'browser',
    secrets: createMemorySecrets(),
    desks: { ...desksInThread, openAsOwner: (options) => close(desksInThread.openAsOwner(options)) },
  });
  await expect(desk.close()).rejects.toThrow('ENOENT');
  const records = await readLog(logFolderOf(hostFolderOf(root)), 10);
  expect(records.slice(-2)).toMatchObject([{ event: 'fault', name: 'Error', code: 'ENOENT' }, { event: 'ended' }]);
  // The next start is not refused by a lock that was never released.
  const again = await openScreenDesk({
    folder: root,
    host: 'browser',
    secrets: createMemorySecrets(),
    desks: desksInThread,
  });
  await again.close();
});
