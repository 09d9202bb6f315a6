import { fileFetcher, type FileFetcher } from '../../electron/delivery/service/file-fetcher.ts';
import type { Desk } from '../../electron/desk/threads/desk.ts';
import { toPng } from '../../electron/labels/formats/svg.ts';
import { codesOn, picturesOf } from '../labels/read-page.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { codes, pdf, zplText } from '../own-labels/own-samples.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { startFakeZplPrinter } from '../support/fake-zpl-printer.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk } from '../support/print-jobs.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let home: string;
let desk: Desk | undefined;
let acts = 0;
const command = (): string => `own-command-${++acts}`;

/** Orders with numbers and own labels. */
async function withLabels(own: Record<string, string>, fetcher?: FileFetcher): Promise<string[]> {
  const made = openPrintDesk({ folder: join(home, 'data') });
  const ids = Object.entries(own).map(([key, ImportLabel]) => {
    const { id } = made.outbox.enqueue(command(), labelCapture(key, { ImportLabel }), 'Mia', false);
    made.settleAs(`T-${key}`);
    return id;
  });
  made.close();
  const folders = { folder: join(home, 'data'), machine: join(home, 'machine') };
  desk = await startDeskInThread({ ...folders, settings: {}, ...(fetcher && { fetcher }) });
  return ids;
}
const ask: Desk['ask'] = (name, input) => {
  if (!desk) throw new Error('no desk is open');
  return desk.ask(name, input);
};

beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'parcel-desk-own-'))));
afterEach(async () => {
  await desk?.close();
  desk = undefined;
  rmSync(home, { recursive: true, force: true });
});

describe('own labels', () => {
  it('are printed in order among the others, proved by the printer; one that cannot be printed shows why and delays none', async () => {
    const ids = await withLabels({
      A1: '',
      B2: pdf(),
      C3: 'A'.repeat(40_000_000),
      D4: zplText.replace('^XZ', '^MMT^XZ'),
      E5: zplText,
      F6: 'https://127.0.0.1/label.pdf',
      G7: '   ',
    });
    const fake = await startFakeZplPrinter();
    await ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const { job } = await ask('print.start', { commandId: command(), ids, operator: 'Mia' });
    await expect
      .poll(async () => (await ask('print.job', { job })).job, { timeout: 60_000 })
      .toMatchObject({ labels: { 'on-paper': 4, failed: 3 } });
    const { labels } = await ask('print.job', { job });
    expect(labels.map(({ state }) => state)).toEqual(
      'on-paper on-paper failed failed on-paper failed on-paper'.split(' '),
    );
    expect(labels.flatMap(({ fault }) => fault ?? [])).toEqual([
      'The own label is of 30 MB; at most 10 MB can be printed. Give a smaller one.',
      'The own label has ^MM in it, which does more to a printer than draw. Leave it out of the ZPL.',
      'The own label is at an address of your own network, and the settings do not allow that. Allow it there, or give the label itself.',
    ]);
    const read = await Promise.all(fake.zpl.map(async (zpl) => codesOn(await renderedZpl(zpl, 100, 150, 8))));
    expect(read.map(({ code128 }) => code128)).toEqual([['T-A1'], codes.code128, ['ABC1234567890'], ['T-G7']]);
  });

  it('at addresses are fetched ahead while earlier labels print, and a silent host delays later labels only once', async () => {
    const asked: string[] = [];
    const sixAsked = Promise.withResolvers<void>();
    const fetcher = fileFetcher({
      async fetch({ host, pathname }) {
        asked.push(pathname);
        if (asked.length === 6) sixAsked.resolve();
        // The first file arrives only after those of later labels were requested.
        await sixAsked.promise;
        if (host !== 'carrier.example') return { refused: 'not-fetched', said: 'nobody is there', isSilent: true };
        return { bytes: Buffer.from(pdf(), 'base64') };
      },
      monotonic: () => 0,
    });
    const hosts = ['carrier', 'carrier', 'silent', 'carrier', 'silent', 'carrier', 'silent', 'carrier'];
    const own = hosts.map((host, at) => [`A${at}`, `https://${host}.example/${at}.pdf`] as const);
    const ids = await withLabels(Object.fromEntries([['first', ''], ...own]), fetcher);
    const fake = await startFakeZplPrinter();
    await ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const { job } = await ask('print.start', { commandId: command(), ids, operator: 'Mia' });
    await expect
      .poll(async () => (await ask('print.job', { job })).job, { timeout: 60_000 })
      .toMatchObject({ labels: { 'on-paper': 6, failed: 3 } });
    const { labels } = await ask('print.job', { job });
    expect(labels.map(({ state }) => (state === 'failed' ? 'silent' : 'carrier'))).toEqual(['carrier', ...hosts]);
    expect(labels[3]?.fault).toBe(
      'The address of the own label did not give it (nobody is there). Try again later, or give the label itself.',
    );
  });

  it('and a logo chosen from a PNG appears on the labels of the desk once it is set', async () => {
    const [id = ''] = await withLabels({ A1: '' });
    const picture = { width: 48, height: 24, bytesPerRow: 6, bits: new Uint8Array(144).fill(0x3c) };
    const made = await ask('labels.logo', { png: toPng(picture).toString('base64') });
    const labelLogo = 'logo' in made ? made.logo : '';
    const shown = async () => (await ask('labels.preview', { id, operator: '' })).svg;
    expect(await shown()).not.toContain('<image');
    expect((await ask('labels.sample', { labelLogo })).svg).toContain('<image');
    await ask('settings.set', { values: { labelLogo } });
    expect(await shown()).toContain('<image');
    await expect(ask('settings.set', { values: { labelLogo: 'a logo' } })).rejects.toMatchObject({
      problem: { kind: 'bad-setting', params: { name: 'labelLogo', reason: 'logo' } },
    });
    const fake = await startFakeZplPrinter();
    await ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const { job } = await ask('print.start', { commandId: command(), ids: [id], operator: 'Mia' });
    await expect.poll(async () => (await ask('print.job', { job })).job).toMatchObject({ state: 'finished' });
    expect(await codesOn(await renderedZpl(fake.zpl[0] ?? '', 100, 150, 8))).toEqual({ code128: ['T-A1'], qr: ['A1'] });
  });

  it('with several pages are proved by the same number of sheets', async () => {
    const { label, pdf: pdfOf } = await import('../own-labels/own-samples.ts');
    const ids = await withLabels({ A1: pdfOf(label, label, label) });
    const fake = await startFakeZplPrinter();
    await ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const { job } = await ask('print.start', { commandId: command(), ids, operator: 'Mia' });
    await expect.poll(async () => (await ask('print.job', { job })).job).toMatchObject({ state: 'finished' });
    expect(fake.paper).toHaveLength(3);
  });

  it('are shown unchanged, and included in a PDF at their own size, on sheets and in the print dialog page', async () => {
    const [own = '', broken = '', letters = ''] = await withLabels({ A1: pdf(), B2: 'no label', C3: zplText });
    const shown = await ask('labels.preview', { id: own, operator: '' });
    expect([shown.widthMm, shown.heightMm].map(Math.round)).toEqual([100, 150]);
    expect(shown).toMatchObject({ svg: expect.stringContaining('data:image/png;base64,') as string, problems: [] });
    expect((await ask('labels.preview', { id: broken, operator: '' })).problems).toMatchObject([
      { kind: 'own-label', field: 'ImportLabel', params: { reason: 'no-form' }, stops: true },
    ]);
    expect((await ask('labels.preview', { id: broken, operator: '' })).svg).not.toContain('<use');
    // A label that only its printer can draw shows the three letters ZPL instead of a blank preview.
    const unseen = await ask('labels.preview', { id: letters, operator: '' });
    expect(unseen.problems).toMatchObject([{ kind: 'own-label', params: { reason: 'zpl-printer' }, stops: false }]);
    expect(unseen.svg.match(/<use/g)).toHaveLength(3);
    const path = join(home, 'labels.pdf');
    for (const sheet of [undefined, { paper: 'A4', count: 4, begin: 2 } as const]) {
      const made = await ask('labels.pdf', { path, ids: [own, broken], operator: '', ...(sheet && { sheet }) });
      expect(made).toMatchObject({ labels: 1, problems: [{ key: 'B2' }] });
      for await (const page of picturesOf(readFileSync(path), sheet && { width: 2480, height: 3508 }))
        expect(await codesOn(page)).toEqual(codes);
    }
    const page = await ask('labels.paper', { ids: [own, letters], operator: '' });
    expect(page).toMatchObject({ labels: 1, problems: [{ key: 'C3' }] });
  });
});
