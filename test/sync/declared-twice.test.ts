import { exportFacts } from '../../electron/spreadsheets/export/export-facts.ts';
import { httpAnswer, possiblySent, neverSent } from '../support/exchanges.ts';
import { boxCapture, readTestCapture, declareCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

/** Accepts every create, but answers the first ones as given. */
function losing(first: ReturnType<typeof httpAnswer>[] | ReturnType<typeof possiblySent>[]): void {
  const left: unknown[] = [...first];
  desk.service = ({ endpoint }) => {
    if (endpoint > 15 || endpoint === 11 || endpoint === 3) return httpAnswer(404);
    return (left.shift() as ReturnType<typeof httpAnswer> | undefined) ?? httpAnswer(201);
  };
}

describe('a declaration sent again after a lost answer', () => {
  it('keeps the mark "possible duplicate" forever, in detail, list and export', async () => {
    desk = openSyncDesk();
    losing([possiblySent()]);
    const id = desk.add(declareCapture('P1'));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.row(id)).toMatchObject({ state: 'done', tries: 2, maybeTaken: false, maybeTwice: true });
    expect(desk.reader.page({}, 10).rows).toMatchObject([{ id, maybeTwice: true }]);

    const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
    const path = join(folder, 'facts.csv');
    const pages = async function* () {
      yield desk.reader.page({}, 10).rows;
    };
    await exportFacts({ fileType: 'csv', path, pages });
    const [head = '', line = ''] = readFileSync(path, 'utf8').split(/\r?\n/);
    expect(line.split(',')[head.split(',').indexOf('maybeTwice')]).toBe('TRUE');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['the first attempt never left', [neverSent()]],
    ['the service asked for a wait', [httpAnswer(429)]],
    ['the second attempt is refused', [possiblySent(), httpAnswer(400, { Message: 'no' })]],
  ] as const)('does not get the mark if %s', async (_, answers) => {
    desk = openSyncDesk();
    losing(answers as never);
    const id = desk.add(declareCapture('P1'));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.row(id)).toMatchObject({ maybeTwice: false });
    expect(desk.row(id).tries).toBeGreaterThan(1);
  });

  it('does not get the mark if repeating is documented for its kind', async () => {
    desk = openSyncDesk();
    losing([possiblySent()]);
    const id = desk.add(boxCapture('P1'));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.row(id)).toMatchObject({ maybeTwice: false, tries: 2 });
  });
});

describe('an order with IsCreateNewOrder whose answer was lost', () => {
  it.each([
    ['gets the mark "possible duplicate" when a person sends it again', 201, true],
    ['does not get the mark if the service answers the second attempt with "not changed"', 200, false],
  ])('%s', async (_, status, maybeTwice) => {
    desk = openSyncDesk();
    let tries = 0;
    desk.service = ({ endpoint }) => {
      if (endpoint !== 10) return httpAnswer(404);
      return (tries += 1) === 1 ? possiblySent() : httpAnswer(status);
    };
    const id = desk.add(readTestCapture(10, { Package: { PackageId: 'P1', IsCreateNewOrder: true } }));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there', maybeTwice: false });
    desk.outbox.decide('d1', id, 'send-again', 'Mia', '');
    desk.sync.wake();
    await desk.time.advance(10_000);
    expect(desk.row(id)).toMatchObject({ tries: 2, maybeTwice });
  });
});

describe('a declaration whose answer was lost, with "always ask"', () => {
  it('waits for a person, and gets the mark "possible duplicate" when that person sends it again', async () => {
    desk = openSyncDesk({ alwaysAsk: true });
    losing([possiblySent()]);
    const id = desk.add(declareCapture('P1'));
    desk.sync.start();
    await desk.time.advance(600_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there', tries: 1, maybeTwice: false });
    desk.outbox.decide('d1', id, 'send-again', 'Mia', '');
    desk.sync.wake();
    await desk.time.advance(5000);
    expect(desk.row(id)).toMatchObject({ state: 'done', maybeTwice: true });
  });

  it('is not sent if the setting was changed while it waited for its next attempt', async () => {
    desk = openSyncDesk();
    losing([possiblySent()]);
    const id = desk.add(declareCapture('P1'));
    desk.sync.start();
    await desk.time.advance(300);
    expect(desk.row(id)).toMatchObject({ state: 'queued', maybeTaken: true });
    await Promise.all([desk.sync.stop(), desk.time.advance(5000)]);
    desk.settings.alwaysAsk = true;
    desk.newSync().start();
    desk.takeLog();
    await desk.time.advance(600_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there', tries: 1 });
    expect(desk.takeLog().filter((line) => line.includes(' 7 '))).toEqual([]);
  });
});
