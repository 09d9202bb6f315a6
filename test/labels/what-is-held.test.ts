import type { Drawing } from '../../electron/labels/formats/draw.ts';
import { writePdf } from '../../electron/labels/formats/pdf.ts';
import { writeHtml } from '../../electron/labels/formats/svg.ts';
import { standardForm } from '../../electron/labels/layout/lay-out.ts';
import { openFonts, cjkFont, textFont } from '../../electron/labels/text/fonts.ts';
import { shapeRun } from '../../electron/labels/text/shape-text.ts';
import type { LabelOrder } from '../../electron/outbox/read-labels.ts';
import { drawLabels } from '../../electron/printing/drawing/draw-labels.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const fonts = openFonts();
const style = { font: textFont, script: 'Latn', rightToLeft: false, language: 'en', spacing: 0 };

/** How many of the objects are still reachable. */
async function held(given: readonly WeakRef<object>[]): Promise<number> {
  // References of the current turn are released at its end.
  await nextTurn();
  collect();
  return given.filter((one) => one.deref() !== undefined).length;
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'held-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('the memory that a batch of labels uses', () => {
  it('does not grow with the number of labels that each show a different text', async () => {
    const given: WeakRef<object>[] = [];
    const after = async (texts: number) => {
      while (given.length < texts) given.push(new WeakRef(shapeRun(fonts, `Street ${given.length}`, style)));
      return held(given);
    };
    const few = await after(3000);
    expect(await after(9000)).toBe(few);
    expect(few).toBeLessThan(3000);
  });

  it('keeps texts that repeat on every label, so that they are shaped once', () => {
    const sender = shapeRun(fonts, 'Parcel Desk', style);
    for (let label = 0; label < 3000; label++) {
      shapeRun(fonts, `Recipient ${label}`, style);
      expect(shapeRun(fonts, 'Parcel Desk', style)).toBe(sender);
    }
  });

  it('contains each font once, however many documents are drawn', () => {
    expect(openFonts().font(textFont)).toBe(openFonts().font(textFont));
  });

  it('contains at most 8,000 glyph outlines of one font', async () => {
    const given: WeakRef<object>[] = [];
    const after = async (glyphs: number) => {
      while (given.length < glyphs) given.push(new WeakRef(fonts.outline(cjkFont, 1000 + given.length)));
      return held(given);
    };
    expect(await after(4000)).toBe(4000);
    expect(await after(12_500)).toBeLessThan(8001);
  });

  it.each([
    ['a PDF', writePdf],
    ['a page for the print dialog', writeHtml],
  ])('is limited to the current page while %s is written', async (_, write) => {
    const given: WeakRef<object>[] = [];
    const counts: number[] = [];
    function* orders(): Generator<LabelOrder> {
      for (let n = 0; n < 60; n++) {
        const Package = { PackageId: `P${n}`, ServiceCode: 'SGP', ShipToAddress: { Contact: `C${n}`, City: 'Turku' } };
        const order = { id: `${n}`, key: `P${n}`, TrackingNumber: `T${n}`, provisional: false, ShippingProvider: null };
        const whole = { ...order, copy: 1, drawnFrom: Buffer.alloc(32), body: { Package } };
        given.push(new WeakRef(whole));
        yield whole;
      }
    }
    async function* watched(drawings: AsyncIterable<Drawing>): AsyncGenerator<Drawing> {
      for await (const drawing of drawings) {
        given.push(new WeakRef(drawing));
        yield drawing;
        if (given.length % 20 === 0) counts.push(await held(given));
      }
    }
    const parts = {
      settings: () => defaultSettings,
      isPractice: () => false,
      deskCode: () => '',
      now: () => 0,
      emit: () => undefined,
      yieldToEventLoop: () => nextTurn(),
      ownLabels: { draw: () => Promise.reject(new Error('no order brings one along')), prefetch: () => undefined },
    };
    const told = { faults: [], labelCount: 0, places: 0 };
    const drawings = drawLabels(parts, { count: 60, orders: orders() }, told, '', { ownPaper: null });
    await write(join(folder, 'labels'), watched(drawings), standardForm);
    expect(given.length).toBe(120);
    // The order and the drawing being written, and those of the previous turn.
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  });
});
