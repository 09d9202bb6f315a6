import { dayOf } from '../../electron/day/local-day.ts';
import { daySums, stepRanges } from '../../electron/day/today.ts';
import { ownLabels } from '../../electron/storage/database/migrations/025-brought-labels.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { createOf, createNumbers } from '../../shared/creates/create-kinds.ts';
import { ownLabelFields } from '../../shared/labels/own-label.ts';
import { objectAt } from '../../shared/service/schema-walk.ts';
import { readTestCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const outbound = (PackageId: string, more: object = {}) =>
  readTestCapture(10, { WarehouseId: 'W1', Package: { PackageId, ServiceCode: 'SGP', ...more } });
const dropShip = (PackageId: string, more: object = {}) =>
  readTestCapture(1, { Package: { PackageId, ServiceCode: 'SGP', ...more } });

function openDesk(): PrintDesk {
  const desk = openPrintDesk();
  onTestFinished(() => desk.close());
  return desk;
}
const listed = ({ db }: Pick<PrintDesk, 'db'>): unknown =>
  db.prepare('SELECT key, label_list AS list FROM entry ORDER BY seq').raw().all();

it('only the creates with a field for a label may carry one', () => {
  for (const endpoint of createNumbers) {
    const has = ownLabelFields.some((field) => field in (objectAt(createOf(endpoint).body, ['Package'])?.shape ?? {}));
    expect([endpoint, createOf(endpoint).label !== 'none']).toEqual([endpoint, has]);
  }
});

it.each([
  ['an outbound order', outbound],
  ['a drop-ship order', dropShip],
])('%s with a number has a label only if it carries one, and only while it does', (_, order) => {
  const desk = openDesk();
  const made = [
    order('NONE'),
    order('SPACES', { ImportLabel: ' \n' }),
    order('OWN', { ImportLabel: 'JVBERi0xLjQ=' }),
  ].map((capture) => desk.outbox.enqueue(desk.command(), capture, 'Mia', true).id);
  const [none = '', spaces = '', own = ''] = made;
  desk.outbox.submit(desk.command(), none, order('NONE'), 'Mia');
  desk.settleAs('T-1');
  desk.outbox.submit(desk.command(), spaces, order('SPACES', { ImportLabel: 'JVBERi0xLjQ=' }), 'Mia');
  desk.settleAs('T-2');
  desk.outbox.submit(desk.command(), own, order('OWN'), 'Mia');
  desk.settleAs('T-3');
  expect(listed(desk)).toEqual([
    ['NONE', null],
    ['SPACES', 'ready'],
    ['OWN', null],
  ]);
});

it('the second own label alone goes through all steps: following, printing, reprint with a reason, daily count', () => {
  const desk = openDesk();
  const { id } = desk.outbox.enqueue(desk.command(), outbound('OUT-1', { ImportLabel2: 'JVBERi0xLjQ=' }), 'Mia', false);
  expect(desk.read.progress(id)).toMatchObject({ list: null, comes: true });
  const { job } = desk.queue.follow(desk.command(), { ids: [id], printer: 'Zebra' }, 'Mia');
  desk.settleAs('T-1');
  desk.printNext(job);
  expect(listed(desk)).toEqual([['OUT-1', 'printed']]);
  expect(() => desk.addJob([id])).toThrow(/Give a reason/);
  const again = desk.addJob([id], 'torn').job;
  desk.queue.begin(desk.command(), again, 'Mia');
  desk.printNext(again);
  expect(desk.stepsOf(again)).toContain('1 Mia add reprint');
  const day = stepRanges(desk.db)(dayOf(desk.now()));
  expect(daySums(desk.db).report(day).labels).toMatchObject({ needed: 1, onPaper: 1 });
});

it('an order whose number came before the desk could print its label is in no list, and later ones are ready', () => {
  const path = join(temporaryFolder(), 'desk.db');
  const before = openSqlite(path, deskMigrations.slice(0, ownLabels.version - 1));
  const keep = before.prepare(
    `INSERT INTO entry (id, endpoint, key_kind, key, state, request, request_sha256, operator, recipient, captured_at, accepted_at, settled_at, tracking_number)
     VALUES (@key, @endpoint, 'PackageId', @key, @state, @request, zeroblob(32), 'Mia', '', 1, @at, @at, @number)`,
  );
  const own = { ImportLabel2: 'JVBERi0xLjQ=' };
  const rows = [
    { key: 'DONE', state: 'done', number: 'T-1', more: own },
    { key: 'COMES', state: 'queued', number: null, more: own },
    { key: 'COMES-TOO', endpoint: 1, state: 'draft', number: null, more: { ImportLabel: 'JVBERi0xLjQ=' } },
    { key: 'PLAIN', state: 'queued', number: null, more: { ImportLabel: ' \n' } },
    { key: 'DRAWN', endpoint: 2, state: 'queued', number: null, more: own },
  ];
  for (const { key, endpoint = 10, state, number, more } of rows) {
    const request = JSON.stringify({ query: {}, body: { Package: { PackageId: key, ...more } } });
    keep.run({ key, endpoint, state, request, number, at: state === 'done' ? 1 : null });
  }
  before.close();
  const db = openSqlite(path, deskMigrations);
  onTestFinished(() => void db.close());
  expect(db.prepare('SELECT key, brings_label FROM entry ORDER BY seq').raw().all()).toEqual([
    ['DONE', 0],
    ['COMES', 1],
    ['COMES-TOO', 1],
    ['PLAIN', 0],
    ['DRAWN', 0],
  ]);
  db.exec(`UPDATE entry SET state = 'done', accepted_at = 1, settled_at = 1, tracking_number = 'T-' || key`);
  expect(listed({ db })).toEqual([
    ['DONE', null],
    ['COMES', 'ready'],
    ['COMES-TOO', 'ready'],
    ['PLAIN', null],
    ['DRAWN', 'ready'],
  ]);
});
