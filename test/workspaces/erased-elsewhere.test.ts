import { switchingDesk, type SwitchingDesk } from '../../electron/desk/workspaces/switching-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { folderOfMode, type Mode, type WorkspaceState } from '../../electron/storage/register/workspace-folders.ts';
import { startCountedService } from '../backup/lost-desk.ts';
import { age, found, person, traces } from '../retention/long-ago.ts';
import { desksInThread, startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
let host: SwitchingDesk;
/** deferred tasks */
let waiting: (() => void)[];
let service: Awaited<ReturnType<typeof startCountedService>>;

const place = (mode: Mode): WorkspaceState => ({
  root: null,
  mode,
  service: { address: service.url, account: '' },
  commands: [],
});
const folderOf = (mode: Mode): string => folderOfMode(root, place(mode), mode);

beforeEach(async () => {
  root = temporaryFolder();
  service = await startCountedService();
});
afterEach(() => host.close());

/** A folder with an order withdrawn long ago, and this retention setting. */
async function fill(mode: Mode, retentionDays: number): Promise<void> {
  const desk = await startDeskInThread({ folder: folderOf(mode) });
  await desk.ask('settings.set', { values: { retentionDays } });
  const request = { endpoint: 2, body: { Package: { PackageId: `${mode}-1`, ServiceCode: 'SGP', ...person } } };
  const { id } = await desk.ask('entry.enqueue', { commandId: randomUUID(), request, draft: true });
  await desk.ask('entry.withdraw', { commandId: randomUUID(), ids: [id], why: '' });
  // Recipients are learned a moment after they were saved.
  const learned = async () => JSON.stringify((await desk.ask('search.all', { text: 'Xiomara' })).recipients);
  await expect.poll(learned, gone).toContain('Quiñones');
  await desk.close();
  age(folderOf(mode), temporaryFolder(), 40);
  expect(found(folderOf(mode), traces)).not.toEqual([]);
}

async function work(mode: Mode): Promise<void> {
  waiting = [];
  host = await switchingDesk(
    {
      root,
      host: 'browser',
      version: '0',
      printers: false,
      secrets: createMemorySecrets(),
      desks: desksInThread,
      trustedTargets: { knows: () => true, learn: () => undefined },
      now: Date.now,
      emit: () => undefined,
      after: (_ms, run) => void waiting.push(run),
    },
    place(mode),
  );
}
/** Runs all deferred tasks. */
const runAll = (): void => waiting.splice(0).forEach((run) => run());
/** Traces in the database only: the last day of a journal is kept while it is the last. */
const tracesIn = (mode: Mode) => () => found(folderOf(mode), traces).filter((one) => one.startsWith('desk.db'));
const gone = { timeout: 60_000, interval: 200 };

it(
  'personal data in practice is erased while live is open, by the retention of live',
  { timeout: 120_000 },
  async () => {
    await fill('practice', 0);
    await fill('live', 30);
    await work('live');
    runAll();
    await expect.poll(tracesIn('practice'), gone).toEqual([]);
  },
);

it(
  'personal data in live is erased while practice is open, by the retention of live',
  { timeout: 120_000 },
  async () => {
    await fill('practice', 0);
    await fill('live', 30);
    await work('practice');
    runAll();
    await expect.poll(tracesIn('live'), gone).toEqual([]);
    expect(tracesIn('practice')()).not.toEqual([]);
  },
);

it('personal data in live is never erased by the retention of practice', { timeout: 120_000 }, async () => {
  await fill('practice', 30);
  await fill('live', 0);
  await work('practice');
  runAll();
  // Live was visited, and waits for its next turn.
  await expect.poll(() => waiting.length, gone).toBeGreaterThan(0);
  expect(tracesIn('live')()).not.toEqual([]);
});

it(
  'a user who switches during the erasure finds the folder free, and the rest is erased later',
  { timeout: 120_000 },
  async () => {
    await fill('practice', 30);
    await fill('live', 30);
    await work('live');
    runAll();
    await host.runInTurn(() => host.switchTo('practice'));
    expect(await host.state()).toMatchObject({ mode: 'practice' });
    const left = (): string[] => {
      runAll();
      return tracesIn('live')();
    };
    await expect.poll(left, gone).toEqual([]);
  },
);
