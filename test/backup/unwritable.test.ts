import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { orderLine } from '../support/order-line.ts';
import { creatingRecord } from '../support/order-service.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Changes a cell as a disk does, so that constraints prevent any write to the row. */
function damage(folder: string, key: string, more = ''): void {
  const db = new Database(join(folder, deskFile));
  db.pragma('ignore_check_constraints = ON');
  db.prepare(`UPDATE entry SET tracking_final = 5 ${more} WHERE key = ?`).run(key);
  db.close();
}

it.each([
  ['is ready', ''],
  ['waits for its next attempt', ', wait_set_at = captured_at, wait_for = 3000'],
  ['waits by a clock that was set back', ', wait_set_at = captured_at + 900000000, wait_for = 0'],
])('an entry too damaged to be written, which %s, delays nothing, and the desk becomes idle', async (_, more) => {
  const desk = openSyncDesk();
  desk.service = ({ id }) => creatingRecord(id);
  const [ill, well] = [desk.add(labelCapture('ILL')), desk.add(labelCapture('WELL'))];
  damage(desk.folder, 'ILL', more);
  desk.sync.start();
  await desk.time.advance(20_000);
  expect(desk.state(well)).toBe('accepted');
  expect(desk.state(ill)).toBe('queued');
  expect(desk.outbox.sync.isBusy(desk.time.clock.now() + 10_000_000, 0)).toBe(false);
  expect(desk.takeLog().filter((line) => line.includes('ILL'))).toEqual([]);
  await desk.close();
});

it('delivering until idle ends and reports an entry too damaged to be written', async () => {
  const folder = temporaryFolder();
  await runDesk(['enqueue', '--data', folder], orderLine('ILL'));
  damage(folder, 'ILL');
  const { code, stderr } = await runDesk(['deliver', '--data', folder, '--until-idle', '--set', 'holdSeconds=0']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/"code":"damage".*"count":1.*verify/);
});
