import { takeDownload } from '../../../electron/desk/calls/downloads.ts';
import type { LabelContext } from '../../../electron/desk/handlers/label-handlers.ts';
import { labelDrawer } from '../../../electron/printing/drawing/draw-labels.ts';
import { readDownload } from '../../support/bytes-of.ts';
import { labelCapture } from '../../support/open-test-outbox.ts';
import { printedLabelFor } from '../../support/print-jobs.ts';
import { accept, desk, handlers, noOwn, order, partsOf, told, useLabelDesk } from './label-desk.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

useLabelDesk();

/** Counts pages; the text of a PDF is not read back here. */
const pagesOf = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type\/Page\//g),
  ].length;

describe('a document of labels', () => {
  it('has a page for each selected label and can be downloaded once', async () => {
    const ids = [order('A1', 'LX1CN'), order('A2', 'LX2CN'), order('A3', 'LX3CN')];
    const { file, labels, problems } = await handlers()['labels.document']({ ids, reversed: false, operator: '' });
    expect({ labels, problems }).toEqual({ labels: 3, problems: [] });
    expect(file).toMatchObject({ mediaType: 'application/pdf', name: expect.stringMatching(/^labels .*\.pdf$/) });
    const made = await takeDownload(desk.folder, file.id, desk.now());
    const bytes = await readDownload(made);
    expect(bytes.byteLength).toBe(file.bytes);
    expect(pagesOf(bytes)).toBe(3);
    expect(await takeDownload(desk.folder, file.id, desk.now())).toBeNull();
    expect(readdirSync(join(desk.folder, 'made'))).toEqual([]);
    expect(told.at(-1)).toEqual({ kind: 'labels', done: 3, of: 3 });
  });

  it('has them in the requested order, or reversed', async () => {
    const ids = [order('A1', 'LX1CN'), order('A2', 'LX2CN', { Weight: 999 })];
    const made = async (chosen: string[], reversed: boolean) => {
      const { file } = await handlers()['labels.document']({ ids: chosen, reversed, operator: '' });
      return readDownload(await takeDownload(desk.folder, file.id, desk.now()));
    };
    const [forth, back] = [await made(ids, false), await made(ids, true)];
    expect(back.equals(forth)).toBe(false);
    expect(back.equals(await made(ids.toReversed(), false))).toBe(true);
  });

  it('leaves out orders without a label, and lists them', async () => {
    const [good, none] = [order('A1', 'LX1CN'), order('A2', null)];
    expect(await handlers()['labels.document']({ ids: [good, none], reversed: false, operator: '' })).toMatchObject({
      labels: 1,
      problems: [{ id: none }],
    });
    await expect(handlers()['labels.document']({ ids: [none], reversed: false, operator: '' })).rejects.toMatchObject({
      problem: { kind: 'label' },
    });
  });

  it('for the print dialog has sheets on request, on the paper size of the sheets', async () => {
    const ids = ['A1', 'A2', 'A3'].map((key) => order(key, `T-${key}`));
    const wanted = { ids, reversed: false, operator: '' };
    const read = async (id: string) => readDownload(await takeDownload(desk.folder, id, desk.now()));
    const single = await handlers()['labels.paper'](wanted);
    expect(single).toMatchObject({ labels: 3, widthMm: 100, heightMm: 150 });
    expect((await read(single.file.id)).toString().match(/<svg /g)).toHaveLength(3);
    const made = await handlers()['labels.paper']({ ...wanted, sheet: { paper: 'A4', count: 4, begin: 3 } });
    expect(made).toMatchObject({ labels: 3, widthMm: 210, heightMm: 297 });
    const page = (await read(made.file.id)).toString();
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(page).toContain('@page{size:210mm 297mm;margin:0}');
  });

  it('shows a printed label as COPY 2, whether drawn or an own label', async () => {
    const [drawn, own] = [order('A1', 'T1'), order('B2', 'T2', { ImportLabel: 'JVBERi0=' })];
    const roles = async () => {
      const drawer = await labelDrawer(partsOf(), '');
      return drawer.layOut(desk.reader.labels.order(drawn)!).boxes.map(({ role }) => role);
    };
    expect(await roles()).not.toContain('mark.copy');
    desk.queue.markPrinted('said', [drawn, own], 'Mia', 'coffee on it');
    expect(await roles()).toContain('mark.copy');
    const copies: number[] = [];
    const draw: LabelContext['ownLabels']['draw'] = ({ marks }) => {
      copies.push(marks.copy);
      return Promise.resolve({ drawings: [{ width: 100, height: 150, shapes: [] }] });
    };
    await handlers(desk.reader, { ...noOwn, draw })['labels.document']({ ids: [own], reversed: false, operator: '' });
    expect(copies).toEqual([2]);
  });

  it('with a problem that does not stop a label has it, tells the problem, and counts it as drawn', async () => {
    const ids = [order('A1', 'LX1CN', { Custom: 'x\u0001y' }), order('A2', 'LX2CN'), order('A3', null)];
    const { file, labels, drawn, problems } = await handlers()['labels.document']({
      ids,
      reversed: false,
      operator: '',
    });
    expect(pagesOf(await readDownload(await takeDownload(desk.folder, file.id, desk.now())))).toBe(2);
    expect([labels, drawn.map(({ id }) => id)]).toEqual([2, ids.slice(0, 2)]);
    expect(problems).toMatchObject([
      { id: ids[0], stops: false },
      { id: ids[2], stops: true },
    ]);
  });

  it('counts the places of a sheet that it takes: an own label has one for each page', async () => {
    const ids = [order('A1', 'T1', { ImportLabel: 'JVBERi0=' }), order('A2', 'T2')];
    const page = { width: 100, height: 150, shapes: [] };
    const own = { ...noOwn, draw: () => Promise.resolve({ drawings: [page, page, page] }) };
    const wanted = { ids, reversed: false, operator: '' };
    for (const name of ['labels.document', 'labels.paper'] as const) {
      const made = await handlers(desk.reader, own)[name]({ ...wanted, sheet: { paper: 'A4', count: 8, begin: 1 } });
      expect(made).toMatchObject({ labels: 2, places: 4 });
    }
  });

  it("is not created if a person stops it while an own label's address is slow", async () => {
    const own = order('B2', 'T2', { ImportLabel: 'https://carrier.example/1.pdf' });
    const ahead: string[] = [];
    const never: LabelContext['ownLabels'] = {
      draw: () => new Promise(() => undefined),
      prefetch: ({ texts }) => void ahead.push(...texts.map(({ text }) => text)),
    };
    const all = handlers(desk.reader, never);
    const making = all['labels.document']({ ids: [own], reversed: false, operator: '' });
    await expect.poll(() => told).toContainEqual({ kind: 'labels', done: 1, of: 1 });
    expect(await all['labels.stop']({})).toEqual({ stopped: 1 });
    await expect(making).rejects.toMatchObject({ problem: { kind: 'cancelled' } });
    expect(ahead).toEqual(['https://carrier.example/1.pdf']);
    expect(await all['labels.stop']({})).toEqual({ stopped: 0 });
  });
});

describe('what a file drew is what is recorded, whatever its order became meanwhile:', () => {
  const drawnOf = async (ids: string[]) =>
    (await handlers()['labels.document']({ ids, reversed: false, operator: '' })).drawn;
  const listed = (list: 'printed' | 'reprint') =>
    desk.reader.labels.page(list, {}, 10, '').rows.map(({ key, printedNumber, stale }) => [key, printedNumber, stale]);
  const becomes = (id: string, cells: string) => desk.db.prepare(`UPDATE entry SET ${cells} WHERE id = ?`).run(id);

  it('an unchanged one', async () => {
    const id = order('A1', 'LX1CN');
    desk.queue.markPrinted('said', [id], 'Mia', '', await drawnOf([id]));
    expect([listed('printed'), listed('reprint')]).toEqual([[['A1', 'LX1CN', null]], []]);
  });

  it('a provisional number that was replaced', async () => {
    const id = order('A1', 'PV1CN');
    becomes(id, 'tracking_final = 0');
    const drawn = await drawnOf([id]);
    becomes(id, "tracking_final = 1, tracking_number = 'LX1CN'");
    desk.queue.markPrinted('said', [id], 'Mia', '', drawn);
    expect([listed('printed'), listed('reprint')]).toEqual([[], [['A1', 'PV1CN', 'number-changed']]]);
  });

  it('a provisional number that became final', async () => {
    const id = order('A1', 'LX1CN');
    becomes(id, 'tracking_final = 0');
    const drawn = await drawnOf([id]);
    becomes(id, 'tracking_final = 1');
    desk.queue.markPrinted('said', [id], 'Mia', '', drawn);
    expect(listed('reprint')).toEqual([['A1', 'LX1CN', 'number-final']]);
  });

  it.each(['before', 'after'])('an order corrected since, which is accepted again %s that', async (again) => {
    const id = order('A1', 'LX1CN');
    const drawn = await drawnOf([id]);
    becomes(id, "state = 'refused', settled_at = NULL, reason_text = 'no'");
    desk.outbox.mend('mended', id, labelCapture('A1', { Weight: 900 }), 'Mia', true);
    becomes(id, 'tracking_number = NULL, tracking_final = NULL');
    if (again === 'before') accept('LX1CN');
    desk.queue.markPrinted('said', [id], 'Mia', '', drawn);
    if (again === 'after') accept('LX1CN');
    expect([listed('printed'), listed('reprint')]).toEqual([[], [['A1', 'LX1CN', 'corrected']]]);
  });

  it('also where an earlier attempt of the queue has no answer yet', async () => {
    const id = order('A1', 'PV1CN');
    becomes(id, 'tracking_final = 0');
    const drawn = await drawnOf([id]);
    becomes(id, "tracking_final = 1, tracking_number = 'LX1CN'");
    const { job } = desk.queue.add('add', { ids: [id], printer: 'Zebra', reason: null }, 'Mia');
    desk.queue.begin('begin', job, 'Mia');
    const label = desk.queue.next(job)!;
    const sent = { printer: 'Zebra', way: 'raw', reprints: false, ...printedLabelFor(desk.db, label.entry) };
    desk.queue.settle(desk.queue.handOver(label.seq, sent), { end: 'lost', why: 'no-proof' });
    desk.queue.markPrinted('said', [id], 'Mia', '', drawn);
    expect(listed('reprint')).toEqual([['A1', 'PV1CN', 'number-changed']]);
  });
});

describe('the labels of all orders', () => {
  it('are read page by page, each only after the previous ones are drawn, so that memory stays constant', async () => {
    const keys = Array.from({ length: 130 }, (_, n) => `A${n}`);
    for (const key of keys) order(key, `LX${key}CN`);
    const none = order('N1', null);
    const reads: { rows: number; drawn: number }[] = [];
    const drawn = () => told.findLast((event) => event.kind === 'labels')?.done ?? 0;
    const { labels } = desk.reader;
    const reader = {
      ...desk.reader,
      labels: {
        ...labels,
        order: () => expect.fail('no order is read by itself'),
        ordersAfter(after: number, last: number) {
          const page = labels.ordersAfter(after, last);
          reads.push({ rows: page.length, drawn: drawn() });
          // A label that arrives meanwhile is left to the next run.
          if (reads.length === 1) order('Late', 'LXLATECN');
          return page;
        },
      },
    };
    const path = join(desk.folder, 'all.pdf');
    expect(await handlers(reader)['labels.pdf']({ path, operator: '' })).toEqual({ path, labels: 130, problems: [] });
    expect(pagesOf(readFileSync(path))).toBe(130);
    expect(reads).toEqual([
      { rows: 50, drawn: 0 },
      { rows: 50, drawn: 50 },
      { rows: 30, drawn: 100 },
      { rows: 0, drawn: 130 },
    ]);
    expect(told.at(-1)).toEqual({ kind: 'labels', done: 130, of: 130 });
    await expect(handlers()['labels.pdf']({ path, ids: [none], operator: '' })).rejects.toMatchObject({
      problem: { kind: 'label' },
    });
  });

  it('that are selected are read one by one', async () => {
    const ids = [order('A1', 'LX1CN'), order('A2', 'LX2CN'), order('A3', 'LX3CN')];
    const reads: number[] = [];
    const { labels } = desk.reader;
    const one = (id: string) => {
      reads.push(told.filter((event) => event.kind === 'labels').length);
      return labels.order(id);
    };
    await handlers({ ...desk.reader, labels: { ...labels, order: one } })['labels.paper']({
      ids,
      reversed: false,
      operator: '',
    });
    expect(reads).toEqual([0, 1, 2]);
  });
});
