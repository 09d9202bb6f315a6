import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, healthyService } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: SyncDesk;
beforeEach(() => void (desk = openSyncDesk()));
afterEach(() => desk.close());

/** Changes a cell as a failing disk does, bypassing constraints and seals. */
function damage(id: string, cell: string, value: string | number): void {
  const disk = new Database(desk.db.name);
  disk.pragma('ignore_check_constraints = ON');
  disk.prepare(`UPDATE entry SET ${cell} = ? WHERE id = ?`).run(value, id);
  disk.close();
}

it.each([
  ['recipient', 'Eva'],
  ['tries', 3],
  ['maybe_taken', 1],
  ['asks', 'no question of ours'],
])('an entry whose %s is damaged is not sent, is reported, and does not block others', async (cell, value) => {
  desk.service = healthyService;
  const [ill, well] = [desk.add(labelCapture('P1')), desk.add(labelCapture('P2'))];
  damage(ill, cell, value);
  desk.sync.start();
  await desk.time.advance(10_000);
  expect(desk.takeLog().filter((line) => line.endsWith(' 2 P1'))).toEqual([]);
  expect(desk.state(well)).toBe('done');
  expect(desk.row(ill)).toMatchObject({ damaged: true });
  expect(verifyDatabase(desk.db).damaged).toEqual([ill]);
  expect(desk.faults).toEqual([]);
});

it('an entry whose last status record is damaged is not checked further: a person is asked, and others are still checked', async () => {
  let well = false;
  desk.service = (asked) =>
    well || asked.endpoint !== 16 ? healthyService(asked) : asked.id === 'P1' ? creatingRecord('P1') : httpAnswer(404);
  const [ill, other] = [desk.add(labelCapture('P1')), desk.add(labelCapture('P2'))];
  desk.sync.start();
  await desk.time.advance(3000);
  expect(desk.state(ill)).toBe('accepted');
  damage(ill, 'record', '{"PackageId":"P1","TrackingNum');
  well = true;
  desk.takeLog();
  await desk.time.advance(60_000);
  expect(desk.row(ill)).toMatchObject({ state: 'accepted', asks: 'damaged', damaged: true, record: null });
  expect(desk.takeLog().filter((line) => line.endsWith('16 P1'))).toEqual([]);
  expect(desk.state(other)).toBe('done');
});

it('a damaged entry that a person saves again is whole and is sent', async () => {
  desk.service = healthyService;
  const id = desk.add(labelCapture('P1'));
  damage(id, 'recipient', 'Eva');
  desk.sync.start();
  await desk.time.advance(1000);
  expect(desk.row(id)).toMatchObject({ state: 'refused', damaged: true, reason: { code: 'damaged' } });
  desk.outbox.mend('m1', id, labelCapture('P1'), 'Mia', false);
  desk.sync.wake();
  await desk.time.advance(10_000);
  expect(desk.row(id)).toMatchObject({ state: 'done', damaged: false });
  expect(verifyDatabase(desk.db).whole).toBe(true);
});

it('a folder whose target is damaged refuses to claim entries', async () => {
  desk.service = healthyService;
  desk.add(labelCapture('P1'));
  desk.outbox.target.bind('practice');
  const disk = new Database(desk.db.name);
  disk.prepare(`UPDATE fact SET value = 'practicf' WHERE name = 'target'`).run();
  disk.close();
  expect(() => desk.outbox.target.assertSameTarget('practicf')).toThrow(/damaged/);
  expect(() => desk.outbox.sync.claim(1, 0, 'practicf', [])).toThrow(/damaged/);
  desk.sync.start();
});

it('a damaged attempt or history step is reported with its entry, each individually', async () => {
  desk.service = healthyService;
  const [ill, well] = [desk.add(labelCapture('P1')), desk.add(labelCapture('P2'))];
  desk.sync.start();
  await desk.time.advance(10_000);
  const rowsOf = (id: string) => {
    const { attempts, history } = desk.row(id);
    return [attempts, history].map((rows) => rows.map(({ damaged }) => damaged));
  };
  const [tries = [], steps = []] = rowsOf(ill);
  expect([...tries, ...steps, ...rowsOf(well).flat()]).not.toContain(true);
  const disk = new Database(desk.db.name);
  disk.exec("DROP TRIGGER history_is_never_changed; UPDATE attempt SET verdict = 'refused' WHERE entry = 1");
  disk.exec('UPDATE history SET at = at + 1000 WHERE seq = (SELECT max(seq) FROM history WHERE entry = 1)');
  disk.close();
  expect(rowsOf(ill)).toEqual([tries.map(() => true), steps.map((_, at) => at === steps.length - 1)]);
  expect(rowsOf(well).flat()).not.toContain(true);
});

it('interrupted attempts of an earlier run are settled individually, even if one of them cannot be written', async () => {
  const ids = ['P1', 'P2', 'P3'].map((key) => desk.add(labelCapture(key)));
  desk.outbox.sync.claim(3, desk.time.clock.now(), 'practice', []);
  desk.db.exec(
    `CREATE TRIGGER in_the_way BEFORE UPDATE ON entry WHEN OLD.id = '${ids[1]}' BEGIN SELECT RAISE(ABORT, 'not this one'); END`,
  );
  desk.sync.start();
  await desk.time.advance(100);
  expect(ids.map((id) => desk.state(id))).toEqual(['unsure', 'sending', 'unsure']);
  expect(desk.faults.length).toBeGreaterThan(0);
  desk.db.exec('DROP TRIGGER in_the_way');
  await desk.time.advance(10_000);
  expect(desk.state(ids[1]!)).not.toBe('sending');
});
