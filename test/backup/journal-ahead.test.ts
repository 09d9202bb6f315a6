import { orderLine } from '../support/order-line.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { box, openLostDesk, restoreTo } from './lost-desk.ts';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const databaseFiles = ['desk.db', 'desk.db-wal', 'desk.db-shm'];

/** A disk that acknowledged writes it did not keep: the database is as before `act`, the journal as after it. */
async function loseWhatWasSaved(folder: string, act: () => Promise<unknown>): Promise<void> {
  const kept = temporaryFolder();
  const copy = (from: string, to: string) => {
    for (const name of databaseFiles) {
      rmSync(join(to, name), { force: true });
      cpSync(join(from, name), join(to, name), { force: true, errorOnExist: false });
    }
  };
  for (const name of databaseFiles) cpSync(join(folder, name), join(kept, name), { recursive: true });
  await act();
  copy(kept, folder);
}

describe('the journal', () => {
  it('is reported as ahead of the database at the next and every later start, and restores the lost acts', async () => {
    const first = await openLostDesk();
    const changed = await first.add(box('A1'));
    await loseWhatWasSaved(first.folder, async () => {
      await first.add(box('A2'));
      await first.desk.ask('entry.withdraw', { ...first.command(), ids: [changed] });
      await first.close();
    });
    const found = await openLostDesk(first.folder);
    const told = { code: 'journal-ahead', params: { folder: join(first.folder, 'journal'), count: 2 } };
    expect((await found.desk.ask('desk.warnings', {})).warnings).toEqual([told]);
    // Work continues, under the numbers that were lost.
    await found.add(box('A3'));
    const verified = await found.desk.ask('backup.verify', {});
    expect(verified).toMatchObject({
      whole: false,
      journal: { missing: expect.arrayContaining([changed]) as string[] },
    });
    expect(verified.journal.missing).toHaveLength(2);
    await found.close();
    const again = await openLostDesk(first.folder);
    expect((await again.desk.ask('desk.warnings', {})).warnings).toEqual([told]);
    const from = await again.backup();
    await again.close();

    const restored = await restoreTo(from, join(first.folder, 'journal'));
    expect(restored.told).toMatchObject({ entries: 3, fromJournal: 1, notRestored: [] });
    const whole = await openLostDesk(restored.folder);
    expect((await whole.desk.ask('desk.warnings', {})).warnings).toEqual([]);
    expect(await whole.get(changed)).toMatchObject({ state: 'withdrawn' });
  });

  it('is reported as ahead of the database although a clock that was once ahead has left a later day', async () => {
    const first = await openLostDesk();
    await first.add(box('A1'));
    await first.close();
    const journal = join(first.folder, 'journal');
    for (const day of readdirSync(journal)) renameSync(join(journal, day), join(journal, '2099-01-01.jsonl'));
    const second = await openLostDesk(first.folder);
    await loseWhatWasSaved(first.folder, async () => {
      await second.add(box('A2'));
      await second.close();
    });
    const found = await openLostDesk(first.folder);
    expect((await found.desk.ask('desk.warnings', {})).warnings).toMatchObject([
      { code: 'journal-ahead', params: { count: 1 } },
    ]);
  });

  it('ahead of the database does not let the desk assign a PackageId twice', async () => {
    const first = await openLostDesk();
    await first.add(box('A1'));
    const next = async (desk: typeof first) => (await desk.desk.ask('packageId.next', { count: 3 })).ids;
    // The desk already had its own code; only the counter is lost.
    const before = await next(first);
    let given: string[] = [];
    await loseWhatWasSaved(first.folder, async () => {
      given = await next(first);
      await first.add(box('A2'));
      await first.close();
    });
    const found = await openLostDesk(first.folder);
    const later = await next(found);
    expect(later.filter((id) => [...before, ...given].includes(id))).toEqual([]);
    const codes = [before, given, later].map(([first]) => first?.slice(0, 5));
    expect(new Set(codes).size).toBe(1);
  });

  it('is not reported as ahead after a crash that lost nothing', async () => {
    const first = await openLostDesk();
    await first.add(box('A1'));
    await first.close();
    const found = await openLostDesk(first.folder);
    expect((await found.desk.ask('desk.warnings', {})).warnings).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'that cannot be written causes a warning on the command line, which accepts captures nevertheless',
    async () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'journal'));
      for (const day of [0, 1]) {
        const name = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
        symlinkSync('/dev/full', join(folder, 'journal', `${name}.jsonl`));
      }
      const { code, lines, stderr } = await runDesk(['enqueue', '--data', folder], orderLine('A1'));
      expect({ code, lines }).toMatchObject({ code: 0, lines: [{ state: 'queued' }] });
      const warnings = stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as object] : []));
      expect(warnings).toMatchObject([{ warning: { code: 'journal', params: { folder: join(folder, 'journal') } } }]);
    },
  );
});
