import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { openIppPrinter } from '../../electron/printing/printers/ipp-printer.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';
import { after, quickWaits } from '../support/raw-labels.ts';
import { kept, printersOfOthers } from './printers-of-others.ts';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const others = printersOfOthers();
let tray: string;
let uri: string;

/** Opens the printer at `at` for labels of this size; the default printer has Letter paper loaded. */
const printerOf = (width: number, height: number, at = uri) =>
  openIppPrinter({
    ...{ ...quickWaits, answerMs: 10_000, pollMs: 100, patienceMs: 60_000, uri: at, user: 'Mia', after, width, height },
    ...{ mediaType: 'application/pdf', completedIsPaper: true, onFault: () => undefined },
  });
const letter = [215.9, 279.4] as const;

beforeAll(async () => {
  ({ uri, tray } = await others.standard('Parcel Desk', '-f', 'application/pdf', '-c', others.printsAtOnce()));
}, 120_000);
afterAll(() => others.stop());

describe('an IPP Everywhere printer', { timeout: 240_000 }, () => {
  it('refuses labels of a size that is not loaded, before the first one, and names the loaded size', async () => {
    await expect(printerOf(100, 150)).rejects.toMatchObject({
      problem: {
        kind: 'printer',
        params: { reason: 'media', said: expect.stringContaining('na_letter_8.5x11in') as string },
      },
    });
  });

  it('gets each label complete and in order, and each job is followed to its end', async () => {
    const fonts = openFonts();
    const pages = SAMPLE_LABELS.slice(0, 3).map((source) => toPdf([draw(layOut(source, fonts), fonts)]));
    const printer = await printerOf(...letter);
    expect(await printer.waitUntilReady()).toBeNull();
    for (const page of pages) expect(await printer.print(page)).toMatchObject({ end: 'proved', why: 'printer-said' });
    const came = kept(tray, '.pdf');
    expect(came.map((file, at) => file.equals(pages[at]!))).toEqual([true, true, true]);
  });

  it('whose completed job counts no impression gives no proof of paper', async () => {
    const { uri } = await others.standard('Blank', '-f', 'application/pdf', '-c', '/bin/true');
    const printer = await printerOf(...letter, uri);
    expect(await printer.print(Buffer.from('%PDF-1.4\n%%EOF\n'))).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it('that is killed during a job gives no proof of paper, and gets no further label', async () => {
    // It takes several seconds per page.
    const { uri, tray, child } = await others.standard('Slow', '-f', 'application/pdf');
    const printer = await openIppPrinter({
      ...{
        ...quickWaits,
        answerMs: 3000,
        pollMs: 100,
        patienceMs: 3000,
        uri,
        user: 'Mia',
        after,
        width: letter[0],
        height: letter[1],
      },
      ...{ mediaType: 'application/pdf', completedIsPaper: true, onFault: () => undefined },
    });
    const printing = printer.print(Buffer.from('%PDF-1.4\n%%EOF\n'));
    await expect.poll(() => readdirSync(tray).length, { timeout: 30_000, interval: 10 }).toBe(1);
    child.kill('SIGKILL');
    expect(await printing).toMatchObject({ end: 'lost' });
    expect(await printer.print(Buffer.from('%PDF-1.4\n%%EOF\n'))).toMatchObject({ end: 'not-left' });
  });
});
