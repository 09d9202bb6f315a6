import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { orderLine } from '../support/order-line.ts';
import { runDesk, startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A service that records the secrets it is sent. */
async function service() {
  const secrets: unknown[] = [];
  let orders = 0;
  const server = await startWireServer(({ method, headers }, response) => {
    secrets.push(headers['x-key']);
    if (method === 'POST') orders += 1;
    answerJson(response, 404, {});
  });
  onTestFinished(() => server.close());
  return { url: server.origin, secrets, orders: () => orders };
}

const restoredIn = (home: string): string => join(home, 'restored');

/**
 * A folder that delivers to `theirs`, made from a backup of one that delivered to `ours`, as anyone with the backup
 * could make it.
 */
async function foreign(home: string, run: (...args: string[]) => Promise<Ran>, ours: string, theirs: string) {
  const { lines } = await run('backup', '--data', join(home, 'data'), '--to', join(home, 'backups'));
  const from = String(lines[0]?.path);
  const db = openSqlite(from, deskMigrations);
  db.prepare(`UPDATE fact SET value = ? WHERE name = 'target' AND value = ?`).run(theirs, ours);
  db.pragma('journal_mode = DELETE');
  db.close();
  await run('restore', '--from', from, '--data', join(home, 'restored'));
  return restoredIn(home);
}

// Programs start one after the other.
describe('a secret', () => {
  it('is sent to no service named by a backup, until a person of this machine names it', async () => {
    const home = temporaryFolder();
    const [ours, theirs] = [await service(), await service()];
    const header = join(home, 'header.txt');
    writeFileSync(header, 'X-Key: of-ours\n');
    const env = { PARCEL_DESK_MACHINE: join(home, 'machine') };
    const run = (...args: string[]): Promise<Ran> => runDesk(args, orderLine('PD-1'), env.PARCEL_DESK_MACHINE);
    const words = (data: string) => ['deliver', '--data', data, '--header-file', header, '--set', 'holdSeconds=0'];
    /** Delivers until the service was sent the secret. */
    async function reaches(to: typeof ours, data: string, ...more: string[]): Promise<void> {
      to.secrets.length = 0;
      const { child, result: ended } = startDeskProcess([...words(data), ...more], { input: '', env });
      await expect.poll(() => to.secrets).toContain('of-ours');
      // The first order binds the folder to the service; after a restore its status is checked before it is sent.
      if (data !== restoredIn(home)) await expect.poll(() => to.orders()).toBeGreaterThan(0);
      child.kill('SIGTERM');
      await ended;
    }

    const data = join(home, 'data');
    await run('enqueue', '--data', data);
    await reaches(ours, data, '--service', ours.url);
    // Named once, the service is known.
    await reaches(ours, data);

    const restored = await foreign(home, run, ours.url, theirs.url);
    const { code, lines } = await run(...words(restored));
    expect({ code, problem: lines[0]?.problem }).toMatchObject({
      code: 1,
      problem: { kind: 'target-unknown', params: { bound: theirs.url } },
    });
    expect((await run('track', 'PD-1', '--data', restored, '--header-file', header)).code).toBe(1);
    expect(theirs.secrets).toEqual([]);
    await reaches(theirs, restored, '--service', theirs.url);
  });

  it('is stored for no service that came with a folder, until a person at the screen has confirmed the address', async () => {
    const home = temporaryFolder();
    const theirs = await service();
    const env = { PARCEL_DESK_MACHINE: join(home, 'theirs') };
    await runDesk(['enqueue', '--data', join(home, 'data')], orderLine('PD-1'), env.PARCEL_DESK_MACHINE);
    const delivering = startDeskProcess(
      ['deliver', '--data', join(home, 'data'), '--service', theirs.url, '--set', 'holdSeconds=0'],
      { env },
    );
    await expect.poll(() => theirs.orders()).toBeGreaterThan(0);
    delivering.child.kill('SIGTERM');
    await delivering.result;

    const desk = await openScreenDesk({
      folder: join(home, 'data'),
      host: 'browser',
      secrets: createMemorySecrets(),
      machine: join(home, 'ours'),
    });
    onTestFinished(() => desk.close());
    const keep = (confirmed: boolean) =>
      desk.call('desk.setSecret', { commandId: crypto.randomUUID(), value: 'of-ours', confirmed });
    expect(await keep(false)).toMatchObject({
      ok: false,
      problem: { kind: 'target-unknown', params: { bound: theirs.url } },
    });
    expect(await desk.call('desk.state', {})).toMatchObject({ value: { secret: { set: false } } });
    expect(await keep(true)).toMatchObject({ ok: true, value: { secret: { set: true } } });
  });
});
