import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { labelDrawer } from '../../../electron/rpc/labels/draw-labels.ts';
import { labelHandlers, type LabelParts } from '../../../electron/rpc/labels/label-handlers.ts';
import {
  clearMadeFiles,
  keepMadeFile,
  madeFileLifeMs,
  takeMadeFile,
} from '../../../electron/rpc/screens/made-files.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { bytesOf } from '../../support/bytes-of.ts';

let desk: TestOutbox;
let told: DeskEvent[];
const noOwn: LabelParts['own'] = {
  draw: () => Promise.reject(new Error('no order brings one along')),
  ahead: () => undefined,
};
const partsOf = (reader = desk.reader, own = noOwn): LabelParts => ({
  reader,
  settings: () => defaultSettings,
  practice: () => true,
  deskCode: () => 'A1B2C',
  folder: desk.folder,
  now: desk.now,
  emit: (event) => void told.push(event),
  yieldToEventLoop: () => Promise.resolve(),
  own,
});
const handlers = (reader = desk.reader, own = noOwn) => labelHandlers(partsOf(reader, own));
beforeEach(() => {
  desk = openTestOutbox();
  told = [];
});
afterEach(() => desk.close());

let commands = 0;
/** An accepted label order with a number; without one where it is null. */
function order(key: string, TrackingNumber: string | null, more = {}): string {
  const { id } = desk.outbox.enqueue(`command-${++commands}`, labelCapture(key, more), '', false);
  const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
  if (!claimed) throw new Error('nothing to claim');
  const outcome = { TrackingNumber, IsFinalTrackingNumber: true, ShippingProvider: null, SvcId: null, record: {} };
  const change = {
    events: ['accepted', 'made'] as const,
    why: { said: '' },
    wait: null,
    ...(TrackingNumber && { outcome }),
  };
  desk.outbox.sync.settle(claimed, null, 'accepted', change, desk.now());
  return id;
}
/** Texts of a PDF of ours, page by page, by what each glyph stands for, are not read back here: pages are counted. */
const pagesOf = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type\/Page\//g),
  ].length;

describe('the preview of a label', () => {
  it('is one SVG with its size and its problems', async () => {
    const ShipToAddress = { Contact: 'Ana Ruiz', Country: 'ES', City: 'Madrid' };
    const preview = await handlers()['labels.preview']({
      id: order('A1', 'LX1CN', { ShipToAddress }),
      operator: '',
    });
    expect(preview).toMatchObject({ widthMm: 100, heightMm: 150, problems: [] });
    expect(preview.svg).toMatch(/^<svg [^>]*viewBox="0 0 100 150">.*<\/svg>$/s);
  });

  it('says which glyph no font has', async () => {
    const id = order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana \u{10ffff}', Country: 'ES', City: 'Madrid' } });
    const { problems } = await handlers()['labels.preview']({ id, operator: '' });
    expect(problems).toMatchObject([{ kind: 'missing-glyph' }]);
  });

  it('warns of a label without an address, which is printed all the same', async () => {
    const id = order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' } });
    const { problems } = await handlers()['labels.preview']({ id, operator: '' });
    expect(problems).toMatchObject([{ kind: 'no-address', stops: false }]);
  });

  it('which is said of it on the lists of labels too, and not of one with an address or with a label of its own', () => {
    order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' } });
    order('A2', 'LX2CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES', City: 'Madrid' } });
    order('A3', 'LX3CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' }, ImportLabel: 'JVBERi0xLjQ=' });
    expect(desk.reader.labels.page('ready', {}, 9).rows).toMatchObject([
      { key: 'A1', lacksAddress: true },
      { key: 'A2', lacksAddress: false },
      { key: 'A3', lacksAddress: false },
    ]);
  });

  it('is not made without a number', async () => {
    const id = order('A1', null);
    await expect(handlers()['labels.preview']({ id, operator: '' })).rejects.toMatchObject({
      problem: { kind: 'label' },
    });
  });
});

describe('the label of an order as it is typed', () => {
  const draw = (body: Record<string, unknown>) => handlers()['labels.draft']({ body, operator: '' });

  it.each([
    ['nothing', {}],
    ['half an order', { Package: { PackageId: 'A1', ShipToAddress: { Contact: 'Ana' }, Skus: [{}] } }],
    ['what is no order', { Package: { PackageId: 7, ShipToAddress: 'x', Skus: { 0: null } } }],
  ])('is drawn of %s, without a number', async (_, body) => {
    const { svg, widthMm, heightMm } = await draw(body);
    expect({ widthMm, heightMm }).toEqual({ widthMm: 100, heightMm: 150 });
    expect(svg).toMatch(/^<svg /);
  });

  it('fetches none that the order brings along', async () => {
    const { svg } = await draw({ Package: { PackageId: 'A1', ImportLabel: 'https://labels.example/1.pdf' } });
    expect(svg).toMatch(/^<svg /);
  });
});

describe('a document of labels', () => {
  it('holds a page for each chosen label and is given out once', async () => {
    const ids = [order('A1', 'LX1CN'), order('A2', 'LX2CN'), order('A3', 'LX3CN')];
    const { file, labels, problems } = await handlers()['labels.document']({ ids, reversed: false, operator: '' });
    expect({ labels, problems }).toEqual({ labels: 3, problems: [] });
    expect(file).toMatchObject({ mediaType: 'application/pdf', name: expect.stringMatching(/^labels .*\.pdf$/) });
    const made = await takeMadeFile(desk.folder, file.id, desk.now());
    const bytes = await bytesOf(made);
    expect(bytes.byteLength).toBe(file.bytes);
    expect(pagesOf(bytes)).toBe(3);
    expect(await takeMadeFile(desk.folder, file.id, desk.now())).toBeNull();
    expect(readdirSync(join(desk.folder, 'made'))).toEqual([]);
    expect(told.at(-1)).toEqual({ kind: 'labels', done: 3, of: 3 });
  });

  it('has them in the order asked, or reversed', async () => {
    const ids = [order('A1', 'LX1CN'), order('A2', 'LX2CN', { Weight: 999 })];
    const made = async (chosen: string[], reversed: boolean) => {
      const { file } = await handlers()['labels.document']({ ids: chosen, reversed, operator: '' });
      return bytesOf(await takeMadeFile(desk.folder, file.id, desk.now()));
    };
    const [forth, back] = [await made(ids, false), await made(ids, true)];
    expect(back.equals(forth)).toBe(false);
    expect(back.equals(await made(ids.toReversed(), false))).toBe(true);
  });

  it('leaves out what has no label, and names it', async () => {
    const [good, none] = [order('A1', 'LX1CN'), order('A2', null)];
    expect(await handlers()['labels.document']({ ids: [good, none], reversed: false, operator: '' })).toMatchObject({
      labels: 1,
      problems: [{ id: none }],
    });
    await expect(handlers()['labels.document']({ ids: [none], reversed: false, operator: '' })).rejects.toMatchObject({
      problem: { kind: 'label' },
    });
  });

  it('for the dialog of a host is of sheets where they are asked for, on the paper of the sheets', async () => {
    const ids = ['A1', 'A2', 'A3'].map((key) => order(key, `T-${key}`));
    const wanted = { ids, reversed: false, operator: '' };
    const read = async (id: string) => bytesOf(await takeMadeFile(desk.folder, id, desk.now()));
    const single = await handlers()['labels.paper'](wanted);
    expect(single).toMatchObject({ labels: 3, widthMm: 100, heightMm: 150 });
    expect((await read(single.file.id)).toString().match(/<svg /g)).toHaveLength(3);
    const made = await handlers()['labels.paper']({ ...wanted, sheet: { paper: 'A4', count: 4, begin: 3 } });
    expect(made).toMatchObject({ labels: 3, widthMm: 210, heightMm: 297 });
    const page = (await read(made.file.id)).toString();
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(page).toContain('@page{size:210mm 297mm;margin:0}');
  });

  it('that is on paper already is COPY 2, whoever drew it', async () => {
    const [drawn, own] = [order('A1', 'T1'), order('B2', 'T2', { ImportLabel: 'JVBERi0=' })];
    const roles = async () => {
      const drawer = await labelDrawer(partsOf(), '');
      return drawer.layOut(desk.reader.labels.order(drawn)!).boxes.map(({ role }) => role);
    };
    expect(await roles()).not.toContain('mark.copy');
    desk.queue.printed('said', [drawn, own], 'Mia', 'coffee on it');
    expect(await roles()).toContain('mark.copy');
    const copies: number[] = [];
    const draw: LabelParts['own']['draw'] = ({ marks }) => {
      copies.push(marks.copy);
      return Promise.resolve({ drawings: [{ width: 100, height: 150, shapes: [] }] });
    };
    await handlers(desk.reader, { ...noOwn, draw })['labels.document']({ ids: [own], reversed: false, operator: '' });
    expect(copies).toEqual([2]);
  });

  it('whose address answers late are left where a person stops them: nothing is made', async () => {
    const own = order('B2', 'T2', { ImportLabel: 'https://carrier.example/1.pdf' });
    const ahead: string[] = [];
    const never: LabelParts['own'] = {
      draw: () => new Promise(() => undefined),
      ahead: ({ text }) => void ahead.push(text),
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

describe('the labels of all orders', () => {
  it('are read a page at a time, and the next only when those before are drawn, so that memory does not grow with them', async () => {
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
          // what comes meanwhile is left to the next time
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

  it('that are chosen are read one by one', async () => {
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

describe('a file made for a person', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcel-made-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const about = { name: 'a.csv', mediaType: 'text/csv' };
  const keep = async (now: number, text = 'x') => {
    const { writeFile } = await import('node:fs/promises');
    return keepMadeFile(folder, about, now, (path) => writeFile(path, text));
  };

  it('lives ten minutes, and is gone from the disk when the next is made', async () => {
    const [late, swept] = [await keep(0), await keep(0)];
    expect(await takeMadeFile(folder, late.id, madeFileLifeMs + 1)).toBeNull();
    const next = await keep(madeFileLifeMs + 1);
    expect(readdirSync(join(folder, 'made')).sort()).toEqual([next.id, `${next.id}.json`].sort());
    expect(await takeMadeFile(folder, swept.id, 1)).toBeNull();
  });

  it('can be read by nobody else on the machine', async () => {
    await keep(0);
    expect(statSync(join(folder, 'made')).mode & 0o077).toBe(0);
  });

  it('is named by an id only: no other path leads to it', async () => {
    for (const id of ['..', '../desk.db', 'x'.repeat(36), '']) expect(await takeMadeFile(folder, id, 0)).toBeNull();
  });

  it('is given to one of two that ask at once', async () => {
    const { id } = await keep(0);
    const both = await Promise.all([takeMadeFile(folder, id, 0), takeMadeFile(folder, id, 0)]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
  });

  it('is read from the disk as it is given out, and never held whole', async () => {
    const large = 'x'.repeat(8 * 1024 * 1024);
    const { id, bytes } = await keep(0, large);
    const made = await takeMadeFile(folder, id, 0);
    expect(made?.bytes).toBe(bytes);
    const reader = made?.body.getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBeLessThan(bytes / 8);
    // nobody finds it by its name meanwhile
    expect(readdirSync(join(folder, 'made'))).toEqual([]);
    let read = first?.value?.byteLength ?? 0;
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      read += next.value.byteLength;
    expect(read).toBe(bytes);
  });

  it('is gone when the folder is opened anew', async () => {
    const { id } = await keep(0);
    await clearMadeFiles(folder);
    expect(await takeMadeFile(folder, id, 0)).toBeNull();
  });
});
