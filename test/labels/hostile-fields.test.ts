import { draw } from '../../electron/labels/formats/draw.ts';
import { makePage } from '../../electron/labels/formats/make-page.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { htmlPage, toSvg } from '../../electron/labels/formats/svg.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { labelSourceOf, printedLine } from '../../electron/printing/drawing/make-label-source.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { invisibleMarks } from '../../shared/text/invisible-text.ts';
import { hostileValue, hostileTexts } from '../support/hostile-fields.ts';
import { readPdfPages } from '../support/pdf-text.ts';
import { expect, it } from 'vitest';

const fonts = openFonts();
const [text = '', , short = ''] = hostileTexts;
const { body } = endpointOf(2);
if (!body) throw new Error('a label order has a body');

/** A label of an order whose every text field contains hostile content. */
const label = labelSourceOf(
  {
    ...{ id: 'x', key: short, body: hostileValue(body), copy: 2, drawnFrom: Buffer.alloc(0) },
    ...{ TrackingNumber: 'LX1CN', provisional: true, ShippingProvider: text },
  },
  { ...defaultSettings, labelSender: true, labelContents: true },
  true,
  printedLine(text, text, 0),
);
const form = { width: 100, height: 150 };
const drawn = [draw(layOut(label, fonts), fonts)];
const tagsIn = (page: string) => [...new Set([...page.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag))].sort();

it('the text of an order becomes outlines in the SVG of its label: no element, address or script', () => {
  const svg = drawn.map((one) => toSvg(one)).join('');
  expect(tagsIn(svg)).toEqual(['defs', 'g', 'path', 'svg', 'use']);
  expect(tagsIn(htmlPage(drawn, form))).toEqual(
    ['!doctype', 'body', 'div', 'head', 'html', 'meta', 'style', 'title', ...tagsIn(svg)].sort(),
  );
  expect(svg.match(/\son\w+=|href="(?!#g\d+")|script|alert/)).toBeNull();
});

it('the text of an order appears in a PDF as written, without invisible or direction characters and without active content', async () => {
  const pdf = toPdf(drawn);
  const [page] = await readPdfPages(pdf);
  expect(page?.text).toContain('Zoë <img src=x');
  expect(page?.text.match(invisibleMarks)).toBeNull();
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/(JavaScript|JS|Launch|URI|OpenAction|AA|EmbeddedFile)\b/),
  ).toBeNull();
});

it('the text of an order becomes dots in ZPL, never a command', async () => {
  const made = await makePage({ label }, { size: '100x150', form: 'zpl', dpi: 203, packing: 'ascii', reprints: true });
  const zpl = Buffer.from('page' in made ? made.page : expect.fail(made.fault)).toString('latin1');
  expect([...zpl.matchAll(/[\^~][A-Z@][A-Z0-9]/g)].map(([command]) => command)).toEqual([
    '^XA',
    '^JZ',
    '^PO',
    '^PM',
    '^LR',
    '^LS',
    '^LH',
    '^PW',
    '^LL',
    '^FO',
    '^GF',
    '^FS',
    '^PQ',
    '^XZ',
  ]);
});
