import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { missingLetters } from '../../electron/printing/drawing/missing-letters.ts';
import type { Layout } from '../../shared/labels/label-layout.ts';
import { cpuCost } from '../support/cpu-cost.ts';
import { problemsOfLayout } from './problems-of-layout.ts';
import { codesOn, picturesOf } from './read-page.ts';
import { labelWith } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const lay = (changes: Partial<LabelSource>): Layout => layOut(labelWith(changes), fonts);
const found = (changes: Partial<LabelSource>) =>
  lay(changes).problems.map(({ kind, field, stops }) => ({ kind, field, stops }));
const textOf = (layout: Layout, role: string) =>
  layout.boxes.flatMap((box) => (box.kind === 'text' && box.role === role ? box.lines.map((line) => line.text) : []));

describe('a problem found before printing', () => {
  it.each([
    ...[
      'Ann',
      'Zoë',
      'Zoe\u0308',
      'Ана',
      '张伟',
      '𠮷野',
      'محمد',
      'किरण',
      'ไทย',
      'Ann 🎉',
      '👩‍👩‍👧',
      '\u{10ffff}',
      '᚛',
      'A\u202eB',
    ],
  ])('is a letter that no font has, in the import as on the label: %s', (Contact) => {
    const isMissing = found({ recipient: { Contact } }).some(({ kind, stops }) => kind === 'missing-glyph' && stops);
    const body = { Package: { PackageId: 'P-1', ServiceCode: 'SGP', ShipToAddress: { Contact, Email: '🎉' } } };
    expect(missingLetters(2, body).map(({ path }) => path)).toEqual(
      isMissing ? ['$.Package.ShipToAddress.Contact'] : [],
    );
    expect(missingLetters(2, { Package: { ...body.Package, ImportLabel: 'JVBERi0=' } })).toEqual([]);
    expect(missingLetters(15, body)).toEqual([]);
  });

  it('is not reported for a label with only a name and a number', () => {
    expect(found({ recipient: { Contact: 'Ann' } })).toEqual([]);
  });

  it('is a tracking number that is missing, not encodable or too long for a barcode', () => {
    expect(found({ TrackingNumber: '' })).toEqual([
      { kind: 'nothing-to-encode', field: 'TrackingNumber', stops: true },
    ]);
    expect(found({ TrackingNumber: 'LX１００CN' })).toEqual([
      { kind: 'not-encodable', field: 'TrackingNumber', stops: true },
    ]);
    expect(found({ TrackingNumber: 'LX100\u0007CN' })).toContainEqual({
      kind: 'not-encodable',
      field: 'TrackingNumber',
      stops: true,
    });
    expect(found({ TrackingNumber: 'Abc-'.repeat(9) })).toContainEqual({
      kind: 'too-long',
      field: 'TrackingNumber',
      stops: true,
    });
    expect(found({ TrackingNumber: '1'.repeat(100_000) })).toContainEqual({
      kind: 'too-long',
      field: 'TrackingNumber',
      stops: true,
    });
  });

  it('is a barcode with two dots per module, which a finer print head avoids', () => {
    const source = labelWith({ TrackingNumber: 'Parcel/2026-11-28/desk-7' });
    const at = (dpi: 203 | 300) => layOut(source, fonts, thermalForm({ width: 100, height: 150 }, dpi)).problems;
    expect(at(203)).toMatchObject([
      { kind: 'fine-bars', field: 'TrackingNumber', params: { count: 2, dpi: 203 }, stops: false },
    ]);
    expect(at(300)).toEqual([]);
  });

  it('never leaves a barcode on the label that differs from the tracking number', () => {
    const codes = ['LX１００CN', '', 'Abc-'.repeat(9)].map((TrackingNumber) =>
      lay({ TrackingNumber }).boxes.filter((box) => box.kind === 'code128'),
    );
    expect(codes).toEqual([[], [], []]);
  });

  it('is a PackageId that no QR code on the label can hold', () => {
    expect(found({ PackageId: '' })).toEqual([{ kind: 'nothing-to-encode', field: 'PackageId', stops: true }]);
    expect(found({ PackageId: 'x'.repeat(1000) })).toContainEqual({
      kind: 'too-long',
      field: 'PackageId',
      stops: true,
    });
  });

  it('is a character without glyph, reported with its field; it stops the label only in text that the carrier reads', () => {
    expect(lay({ recipient: { Contact: 'Ann 😀', City: 'Berlin' } }).problems).toEqual([
      {
        kind: 'missing-glyph',
        field: 'recipient.Contact',
        message: 'recipient.Contact: no font of the label has 😀 (U+1F600)',
        params: { characters: '😀 (U+1F600)' },
        stops: true,
      },
    ]);
    expect(found({ recipient: { Contact: 'Ann', Street1: 'Main', HouseNumber: '5𓀀' } })).toEqual([
      { kind: 'missing-glyph', field: 'recipient.HouseNumber', stops: true },
    ]);
    expect(found({ recipient: { Contact: 'Ann', Street1: 'Main 🎉', City: 'Łódź', Postcode: '🎉🧸' } })).toEqual([
      { kind: 'missing-glyph', field: 'recipient.Street1', stops: true },
      { kind: 'missing-glyph', field: 'recipient.Postcode', stops: true },
    ]);
    expect(found({ skus: [{ Sku: 'A', DeclareNameEn: 'toy 🧸' }] })).toEqual([
      { kind: 'missing-glyph', field: 'skus[0].DeclareNameEn', stops: false },
    ]);
  });

  it('is an address that does not fit at the smallest legible size', () => {
    const problems = found({ recipient: { Contact: 'Ann', Street1: 'Long Street '.repeat(90) } });
    expect(problems).toEqual([{ kind: 'does-not-fit', field: 'recipient.Street1', stops: true }]);
  });

  it('is a Custom text that does not fit, which is printed truncated', () => {
    const layout = lay({ custom: 'pack with care and two layers of paper '.repeat(25) });
    expect(layout.problems.map(({ kind, field, stops }) => ({ kind, field, stops }))).toEqual([
      { kind: 'does-not-fit', field: 'Custom', stops: false },
    ]);
    expect(textOf(layout, 'custom').at(-1)).toMatch(/…$/);
  });

  it('is a direction override or control character, which is not printed', () => {
    const layout = lay({ recipient: { Contact: 'Ann \u202Eeel\u202C', Street1: 'a\u0000b', Street2: 'c\ud800d' } });
    expect(layout.problems.map(({ kind, field }) => [kind, field])).toEqual([
      ['control-character', 'recipient.Contact'],
      ['control-character', 'recipient.Street1'],
      ['control-character', 'recipient.Street2'],
    ]);
    expect(layout.problems[0]?.message).toContain('U+202E, U+202C');
    expect([textOf(layout, 'recipient.name'), textOf(layout, 'recipient.address')]).toEqual([
      ['Ann eel'],
      ['ab', 'cd'],
    ]);
  });
});

describe('hostile and extreme text', () => {
  const everyField = (text: string): Partial<LabelSource> => {
    const address = {
      Contact: text,
      Phone: text,
      Email: text,
      Country: text,
      Province: text,
      City: text,
      District: text,
      Street1: text,
      Street2: text,
      HouseNumber: text,
      Postcode: text,
    };
    const skus = Array.from({ length: 300 }, () => ({
      Sku: text,
      Quantity: 1e21,
      DeclareNameEn: text,
      DeclareNameCn: text,
    }));
    return {
      ServiceCode: text,
      ShippingProvider: text,
      recipient: address,
      sender: address,
      weight: 1e300,
      weightUnit: text,
      custom: text,
      skus,
      practice: true,
      provisional: true,
      box: 123456,
      boxes: 999999,
    };
  };

  it.each([
    ['one long word', 'W'.repeat(10_000)],
    ['words', 'Donau Dampf '.repeat(1000)],
    ['Arabic', 'شارع الشيخ '.repeat(1000)],
    ['Thai without spaces', 'กรุงเทพมหานคร'.repeat(800)],
    ['marks without end', `a${'\u0301'.repeat(10_000)}`],
    ['Burmese', 'ဗုဒ္ဓဘာသာ'.repeat(1200)],
    ['brackets and isolates', '([{\u2067'.repeat(3000)],
    ['markup', '<script>&"\'</svg>'.repeat(700)],
    ['surrogate halves', '\ud83d'.repeat(10_000)],
    ['ligatures wider than a cell', '\ufdfd'.repeat(10_000)],
    ['joiners', '\u200d\u200c'.repeat(5000)],
  ])(
    'of %s, 10,000 characters in every field, takes time proportional to its length and stays in its boxes',
    (_, text) => {
      const tenth = cpuCost(() => lay(everyField(text.slice(0, 1000))), { turns: 1 });
      const before = process.cpuUsage();
      const layout = lay(everyField(text.slice(0, 10_000)));
      const { user, system } = process.cpuUsage(before);
      // For ten times the text, quadratic cost would be a hundred times as long.
      expect((user + system) / 1000 / tenth).toBeLessThan(40);
      expect(problemsOfLayout(layout)).toEqual([]);
      expect(layout.problems.some(({ kind, stops }) => kind === 'too-long' && stops)).toBe(true);
    },
  );

  it('of 100,000 characters in Custom leaves the rest of the label intact, and is reported', async () => {
    for (const text of ['W'.repeat(100_000), 'pack with care '.repeat(6667), '易碎'.repeat(50_000)]) {
      const source = labelWith({ custom: text });
      const layout = layOut(source, fonts);
      expect(layout.problems.map(({ kind, field, stops }) => [kind, field, stops])).toEqual([
        ['too-long', 'Custom', false],
        ['does-not-fit', 'Custom', false],
      ]);
      expect(problemsOfLayout(layout)).toEqual([]);
      expect(textOf(layout, 'custom').at(-1)).toMatch(/…$/);
      for await (const picture of picturesOf(toPdf([draw(layout, fonts)])))
        expect(await codesOn(picture)).toEqual({ code128: [source.TrackingNumber], qr: [source.PackageId] });
    }
  });

  it('of markup stays text in the PDF and leaves the codes readable', async () => {
    const source = labelWith({ ...everyField(') Tj ET <</JS>> \\( endstream'), skus: [] });
    for await (const picture of picturesOf(toPdf([draw(layOut(source, fonts), fonts)]))) {
      expect(await codesOn(picture)).toEqual({ code128: [source.TrackingNumber], qr: [source.PackageId] });
    }
  });
});
