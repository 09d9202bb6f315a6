import { startOwnLabels } from '../../../electron/desk/threads/own-label-thread.ts';
import { onFault } from '../../../electron/platform/link/failure.ts';
import type { LogEntry } from '../../../electron/platform/log/log-record.ts';
import { base64, inColour, pdf, png, zplText } from '../../own-labels/own-samples.ts';
import { readTestCapture, labelCapture } from '../../support/open-test-outbox.ts';
import { broughtOf, desk, handlers, order, told, useLabelDesk } from './label-desk.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

useLabelDesk();

const brings = (ImportLabel: string, more = {}) => ({ ImportLabel, ...more });
const broken = base64('%PDF-1.7 and nothing of one');
const wrong = (reason: string, field = 'ImportLabel') => ({
  kind: 'own-label',
  field,
  params: { reason },
  stops: true,
});

/** An order without a number. */
const waiting = (key: string, more: object): string =>
  desk.outbox.enqueue(`waiting-${key}`, labelCapture(key, { ...more }), '', false).id;
const outbound = (PackageId: string, more: object): string => {
  const capture = readTestCapture(10, { WarehouseId: 'W1', Package: { PackageId, ServiceCode: 'SGP', ...more } });
  return desk.outbox.enqueue(`waiting-${PackageId}`, capture, '', false).id;
};

function realOwn() {
  const own = startOwnLabels();
  onTestFinished(() => own.close());
  return own;
}

describe('own labels', { timeout: 60_000 }, () => {
  it('are checked before anyone prints them, with or without a number, and unprintable ones are reported', async () => {
    const watch = broughtOf(realOwn());
    const bad = [
      order('own-network', 'N1', brings('https://127.0.0.1/label.pdf')),
      order('reprograms', 'N2', brings('^XA^JUS^FO1,1^GB50,50,50^FS^XZ')),
    ];
    order('good', 'N3', brings(pdf()));
    order('on-a-zpl-printer', 'N4', brings(zplText));
    order('elsewhere', 'N5', brings('https://labels.example/1.pdf'));
    order('none', 'N6');
    bad.push(waiting('damaged', brings(broken)), outbound('second', brings(await png(), { ImportLabel2: 'no label' })));
    expect(watch.badLabels()).toEqual({ count: 0, first: [] });
    await expect.poll(() => watch.badLabels().count, { timeout: 30_000 }).toBe(4);
    expect(watch.badLabels().first).toMatchObject([
      { key: 'second', problem: wrong('no-form', 'ImportLabel2') },
      { key: 'damaged', problem: wrong('broken') },
      { key: 'reprograms', problem: wrong('command') },
      { key: 'own-network', problem: wrong('private-address') },
    ]);
    expect(told.flatMap((event) => (event.kind === 'entries' ? event.ids : [])).toSorted()).toEqual(bad.toSorted());
  });

  it('that cannot be read now cause no crash, and are checked at the next request', async () => {
    const faults: LogEntry[] = [];
    onTestFinished(onFault((fault) => void faults.push(fault)));
    const id = waiting('damaged', brings(broken));
    const watch = broughtOf(realOwn());
    desk.db.exec('ALTER TABLE entry RENAME TO entry_away');
    expect(watch.problemOf(id)).toBeNull();
    await expect.poll(() => faults.length).toBe(1);
    desk.db.exec('ALTER TABLE entry_away RENAME TO entry');
    await expect.poll(() => watch.problemOf(id), { timeout: 30_000 }).toMatchObject(wrong('broken'));
  });

  it('show their problem in the list of labels', async () => {
    const id = order('damaged', 'N1', brings(broken));
    const { 'labels.page': page, 'labels.rows': rows } = handlers(desk.reader, realOwn());
    const asked = { list: 'ready', limit: 10, search: '' } as const;
    const [row] = (await page(asked)).rows;
    expect(row).toMatchObject({ id, badLabel: null });
    await expect
      .poll(async () => (await page(asked)).rows[0]?.badLabel, { timeout: 30_000 })
      .toMatchObject(wrong('broken'));
    expect((await rows({ seqs: [row!.seq] })).rows[0]?.badLabel).toMatchObject(wrong('broken'));
  });

  it('that would print incompletely cause a warning before printing, and do not count as unprintable', async () => {
    const own = realOwn();
    const { 'labels.brought': brought, 'labels.rows': rows, 'labels.page': page } = handlers(desk.reader, own);
    const faint = order('faint', 'N1', brings(inColour('0.7 g')));
    const damaged = order('damaged', 'N2', brings(broken));
    const ids = [faint, damaged, order('good', 'N3', brings(pdf())), order('on-a-zpl-printer', 'N4', brings(zplText))];
    const warned = { ...wrong('faint'), stops: false };
    const { found, left } = await brought({ ids });
    expect(left).toBe(0);
    expect(found).toMatchObject([
      { id: faint, problems: [warned] },
      { id: damaged, problems: [wrong('broken')] },
    ]);
    const seqs = (await page({ list: 'ready', limit: 10, search: '' })).rows.map(({ seq }) => seq);
    const shown = async () => (await rows({ seqs })).rows.map(({ badLabel }) => badLabel);
    expect(await shown()).toMatchObject([warned, wrong('broken'), null, null]);
    const watch = broughtOf(own);
    await watch.checkNow(ids, 10_000);
    expect(watch.badLabels()).toMatchObject({ count: 1, first: [{ key: 'damaged' }] });
  });

  it('are no longer reported after a correction', async () => {
    const watch = broughtOf(realOwn());
    const id = waiting('damaged', brings(broken));
    expect(await watch.checkNow([id], 10_000)).toMatchObject({ found: [{ id, problems: [wrong('broken')] }], left: 0 });
    expect(watch.badLabels().count).toBe(1);
    const sha = desk.db.prepare('UPDATE entry SET request_sha256 = zeroblob(32) WHERE id = ?');
    sha.run(id);
    expect(watch.badLabels().count).toBe(0);
  });

  it('are checked for a script while time remains, and unchecked ones are counted', async () => {
    let time = 0;
    const own = { draw: () => ((time += 4000), Promise.resolve({ drawings: [] })), prefetch: () => undefined };
    const watch = broughtOf(own, () => time);
    const ids = Array.from({ length: 5 }, (_, at) => waiting(`P${at}`, brings(broken)));
    expect(await watch.checkNow(ids, 10_000)).toEqual({ found: [], left: 2 });
    expect(await watch.checkNow(ids, 10_000)).toEqual({ found: [], left: 0 });
  });
});
