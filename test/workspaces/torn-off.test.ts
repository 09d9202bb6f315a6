import { startPracticeThread } from '../../electron/desk/threads/practice-thread.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import type { BackupState } from '../../shared/contract/desk-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Workers in the order of their start. */
function threads(): Worker[] {
  const begun: Worker[] = [];
  const note = (worker: Worker): void => void begun.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return begun;
}

async function openDeskOnScreen() {
  const begun = threads();
  const folder = temporaryFolder();
  const desk = await openScreenDesk({
    folder,
    host: 'browser',
    secrets: createMemorySecrets(),
    machine: join(folder, 'machine'),
  });
  onTestFinished(() => desk.close());
  const capture = (key: string, commandId: string) =>
    desk.call('entry.enqueue', {
      commandId,
      request: { endpoint: 2, body: { Package: { PackageId: key } } },
      draft: true,
    });
  const state = async () => (await desk.call('desk.state', {})) as Result<{ folder: string }>;
  // The read-only worker starts when it is first called.
  await desk.call('entries.counts', {});
  // The writer starts first.
  return { desk, begun, writer: begun[0]!, capture, state };
}
const isOk = async (answer: Promise<Result<unknown>>): Promise<boolean> => (await answer).ok;

describe('the writer thread, terminated behind its screens', () => {
  it('is restarted each time, and a repeated command takes effect once', async () => {
    const { desk, begun, capture } = await openDeskOnScreen();
    const commands = [randomUUID(), randomUUID(), randomUUID()];
    for (const [n, command] of commands.entries()) {
      const before = begun.length;
      const writer = n === 0 ? begun[0] : begun.at(-2);
      const underWay = capture(`A${n}`, command);
      await writer?.terminate();
      await underWay;
      // The writer, and the reader after it.
      await expect.poll(() => begun.length).toBeGreaterThanOrEqual(before + 2);
      await expect.poll(() => isOk(capture(`A${n}`, command))).toBe(true);
    }
    const counts = (await desk.call('entries.counts', {})) as Result<{ byState: { draft: number } }>;
    expect(counts).toMatchObject({ ok: true, value: { byState: { draft: 3 } } });
  });

  it('verifies its database before it continues, and a damaged one is replaced by the backup', async () => {
    const { desk, writer, capture, state } = await openDeskOnScreen();
    await capture('A1', randomUUID());
    const opened = await state();
    const folder = opened.ok ? opened.value.folder : '';
    await desk.call('settings.set', { values: { backupFolder: temporaryFolder() } });
    expect(await isOk(desk.call('backup.now', {}))).toBe(true);
    await capture('A2', randomUUID());
    await writer.terminate();
    // Damaged as by a disk that failed during a write.
    const db = openDesk(folder);
    db.pragma('wal_checkpoint(TRUNCATE)');
    // A page that no start reads: no template was saved.
    const page = db
      .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_template_1'")
      .pluck()
      .get();
    db.close();
    const file = openSync(join(folder, 'desk.db'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, ((page ?? 1) - 1) * 4096);
    closeSync(file);
    const rescued = async () => {
      const answer = (await desk.call('backup.state', {})) as Result<BackupState>;
      return answer.ok ? answer.value.rescued : null;
    };
    await expect.poll(rescued, { timeout: 60_000 }).toMatchObject({ entries: 2, lost: 0 });
    expect(await isOk(capture('A3', randomUUID()))).toBe(true);
  });
});

it('the practice service is restarted at the same address after its thread is terminated', async () => {
  const begun = threads();
  const service = await startPracticeThread({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const answers = () =>
    fetch(`${service.url}/v1/directExpressOrders/NOBODY/status`).then(
      ({ status }) => status,
      () => 0,
    );
  for (let ends = 0; ends < 2; ends += 1) {
    const before = begun.length;
    expect(await answers()).toBe(404);
    await begun.at(-1)?.terminate();
    await expect.poll(() => begun.length).toBeGreaterThan(before);
    await expect.poll(answers).toBe(404);
  }
});
