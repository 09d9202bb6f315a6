import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import type { Drawing } from '../../electron/labels/formats/draw.ts';
import type { PageForm } from '../../electron/labels/formats/make-page.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import {
  drawOwnLabel,
  makeOwnLabel,
  type FetchOwnLabel,
  type OwnLabelRequest,
} from '../../electron/labels/own-labels/make-own-label.ts';
import { codesOn, onlyPage, pictureOf, picturesOf, stretches, withGain, type Picture } from '../labels/read-page.ts';
import { pagesOfRaster } from '../labels/read-raster.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { base64, codes, framed, label, onPage, pdf, png, zplPicture, zplText } from './own-samples.ts';
import { describe, expect, it } from 'vitest';

const noFetch: FetchOwnLabel = () => Promise.reject(new Error('nothing is fetched'));
const wanted = (text: string, marks: Partial<OwnLabelRequest['marks']> = {}): OwnLabelRequest => ({
  texts: [{ field: 'ImportLabel', text }],
  marks: { practice: false, copy: 1, ...marks },
  allowPrivate: false,
});
const thermal: PageForm = { size: '100x150', form: 'zpl', dpi: 203, packing: 'z64', reprints: false };

async function faultOf(text: string, form: PageForm = thermal): Promise<string> {
  const made = await makeOwnLabel(wanted(text), noFetch, form);
  return 'fault' in made ? made.fault.reason : 'none';
}
/** The output of a thermal printer. */
async function onThermal(text: string, form: PageForm = thermal, marks = {}): Promise<Picture> {
  const made = await makeOwnLabel(wanted(text, marks), noFetch, form);
  if ('fault' in made) throw new Error(made.fault.message);
  return renderedZpl(Buffer.from(made.page).toString('latin1'), 100, 150, 8);
}
async function drawings(text: string): Promise<Drawing[]> {
  const drawn = await drawOwnLabel(wanted(text), noFetch, null);
  if ('fault' in drawn) throw new Error(drawn.fault.message);
  return drawn.drawings;
}
const dark = ({ grey }: Picture): number => grey.filter((one) => one < 128).length;

describe('an own label', { timeout: 120_000 }, () => {
  it.each([
    ['PDF', () => Promise.resolve(pdf())],
    ['PNG', png],
    ['ZPL that is a picture', zplPicture],
    ['PDF in a data address', () => Promise.resolve(`data:application/pdf;base64,${pdf()}`)],
  ])(
    'as %s is printed unchanged as ZPL, as PDF and on a page of its own size, and each code is readable',
    async (_, make) => {
      const text = await make();
      expect(await codesOn(await onThermal(text))).toEqual(codes);
      const paper = await makeOwnLabel(wanted(text), noFetch, { size: '100x150', form: 'pdf', dpi: 203 });
      if ('fault' in paper) throw new Error(paper.fault.message);
      expect(await codesOn(await onlyPage(picturesOf(paper.page)))).toEqual(codes);
      const [own, ...more] = await drawings(text);
      expect(more).toEqual([]);
      expect([own?.width, own?.height].map((mm) => Math.round(mm ?? 0))).toEqual([100, 150]);
      expect(await codesOn(await onlyPage(picturesOf(toPdf([own as Drawing]))))).toEqual(codes);
    },
  );

  it('as ZPL with letters is sent unchanged to a printer of its density, and none of its settings persist', async () => {
    const made = await makeOwnLabel(wanted(zplText), noFetch, thermal);
    if ('fault' in made) throw new Error(made.fault.message);
    const sent = Buffer.from(made.page).toString('latin1');
    expect(sent).toContain('^A0N,60,50^FDCARRIER 24^FS');
    expect(sent).toMatch(/^\^XA\^JZN.*\^FS\^LH0,0\^FWN\^BY2,3\.0,10\^CFA,9,5\^CI0\^PQ1,0,1,N\^XZ\n$/);
    expect(await codesOn(await onThermal(zplText))).toEqual({ code128: ['ABC1234567890'], qr: [] });
    expect(await faultOf(zplText, { ...thermal, dpi: 300 })).toBe('density');
    expect(await faultOf(zplText, { size: '100x150', form: 'pdf', dpi: 203 })).toBe('zpl-printer');
    expect(await faultOf(zplText, { ...thermal, size: '100x100' })).toBe('does-not-fit');
  });

  it.each([
    [203, 1],
    [600, 3],
  ])('drawn at 8 dots per mm is scaled to whole dots at %i dpi, %i for each', async (dpi, each) => {
    const raster = { form: 'image/pwg-raster', colors: 'sgray_8', dpi } as const;
    const made = await makeOwnLabel(wanted(await png()), noFetch, { size: '100x150', form: 'raster', raster });
    if ('fault' in made) throw new Error(made.fault.message);
    const page = pagesOfRaster(Buffer.from(made.page))[0]!;
    const drawn = pictureOf(toBitmap(label, 203));
    const longest = (picture: Picture): number[] =>
      Array.from({ length: picture.height }, (_, y) => stretches(picture, y)).toSorted(
        (a, b) => b.length - a.length,
      )[0]!;
    expect(longest(page)).toEqual(longest(drawn).map((length) => length * each));
    expect(await codesOn(withGain(page))).toEqual(codes);
  });

  it('is rotated if it fits only that way, cropped from an A4 page, and never scaled down', async () => {
    const turned: Drawing = { ...framed(150, 100) };
    expect(dark(await onThermal(pdf(turned)))).toBeGreaterThan(1000);
    expect(await codesOn(await onThermal(pdf(onPage(210, 297, 90, 40))))).toEqual(codes);
    expect(await faultOf(pdf(framed(150, 150)))).toBe('does-not-fit');
    expect(await faultOf(pdf(framed(100.4, 150.4)))).toBe('none');
  });

  it('with several pages is printed as that many sheets, in order', async () => {
    const made = await makeOwnLabel(wanted(pdf(label, framed(90, 90), label)), noFetch, thermal);
    if ('fault' in made) throw new Error(made.fault.message);
    expect(made.sheets).toBe(3);
    const formats = Buffer.from(made.page).toString('latin1').split('\n').filter(Boolean);
    const read = await Promise.all(formats.map(async (zpl) => codesOn(await renderedZpl(zpl, 100, 150, 8))));
    expect(read).toEqual([codes, { code128: [], qr: [] }, codes]);
  });

  it('in two fields is printed as the first followed by the second, and a fault names its field', async () => {
    const two = (ImportLabel: string, ImportLabel2: string): OwnLabelRequest => ({
      ...wanted(''),
      texts: [
        { field: 'ImportLabel', text: ImportLabel },
        { field: 'ImportLabel2', text: ImportLabel2 },
      ],
    });
    const made = await makeOwnLabel(two(pdf(framed(90, 90)), await png()), noFetch, thermal);
    if ('fault' in made) throw new Error(made.fault.message);
    expect(made.sheets).toBe(2);
    const formats = Buffer.from(made.page).toString('latin1').split('\n').filter(Boolean);
    const read = await Promise.all(formats.map(async (zpl) => codesOn(await renderedZpl(zpl, 100, 150, 8))));
    expect(read).toEqual([{ code128: [], qr: [] }, codes]);
    expect(await makeOwnLabel(two(pdf(), 'no label'), noFetch, thermal)).toMatchObject({
      fault: { field: 'ImportLabel2', reason: 'no-form' },
    });
    expect(await drawOwnLabel(two('no label', pdf()), noFetch, null)).toMatchObject({
      fault: { field: 'ImportLabel', reason: 'no-form' },
    });
  });

  it('is marked PRACTICE in practice, and COPY if there is room, and its codes stay readable', async () => {
    const plain = dark(await onThermal(pdf()));
    for (const marks of [{ practice: true }, { copy: 2 }]) {
      const marked = await onThermal(pdf(), thermal, marks);
      expect(dark(marked)).toBeGreaterThan(plain + 2000);
      expect(await codesOn(marked)).toEqual(codes);
    }
    // A page without free space is covered in practice, since it could be mistaken for a real label.
    const full: Drawing = {
      width: 90,
      height: 140,
      shapes: [{ kind: 'rectangles', paint: 'ink', boxes: [{ x: 0, y: 0, width: 90, height: 140 }] }],
    };
    expect(dark(await onThermal(pdf(full), thermal, { copy: 2 }))).toBe(dark(await onThermal(pdf(full))));
    expect(dark(await onThermal(pdf(full), thermal, { practice: true }))).toBeLessThan(
      dark(await onThermal(pdf(full))),
    );
    const zpl = await makeOwnLabel(wanted(zplText, { practice: true, copy: 3 }), noFetch, thermal);
    expect('page' in zpl && Buffer.from(zpl.page).toString('latin1')).toContain('^FDPRACTICE COPY 3^FS');
  });

  it('as ZPL with a field or picture beyond the paper is refused, so that nothing is cut off', async () => {
    const near = '^FO40,60^A0N,40,40^FDTo: Ana^FS';
    const code = '^BCN,100,Y,N,N^FD123456^FS';
    const beyond: [string, string][] = [
      ['a code below the paper', `^XA^PW812^FO50,1600${code}${near}^XZ`],
      ['a code to the right of it', `^XA^FO830,60${code}${near}^XZ`],
      ['a text that a home position moves below it', '^XA^PW812^LH0,1300^FO50,50^A0N,40,40^FDTo: Ana^FS^XZ'],
      ['a frame beside letters below it', `^XA^PW812^FO50,1300^GB400,100,100^FS${near}^XZ`],
      ['a picture beside letters that is cut', `^XA^FO780,0^GFA,20,20,10,${'F'.repeat(40)}^FS${near}^XZ`],
      ['a picture below it', '^XA^PW812^FO0,0^GB200,200,200^FS^FO50,1300^GB400,100,100^FS^XZ'],
      ['a picture half over its right edge', '^XA^FO700,100^GB400,100,100^FS^FO0,1000^GB9,9,9^FS^XZ'],
      ['a picture half over its lower edge', `^XA^FO0,1190^GFA,40,40,1,${'F'.repeat(80)}^FS^FO0,0^GB99,9,9^FS^XZ`],
    ];
    const reasons = await Promise.all(beyond.map(async ([what, zpl]) => [what, await faultOf(base64(zpl))]));
    expect(reasons).toEqual(beyond.map(([what]) => [what, 'does-not-fit']));
    // Without a width or length, a field this far down was written for a finer print head.
    const finer = base64(`^XA${near}^FO30,1500${code}^XZ`);
    expect(await faultOf(finer)).toBe('density');
    expect(await faultOf(finer, { ...thermal, dpi: 300 })).toBe('none');
    // the same code inside the paper, up to its edges
    expect(await faultOf(base64(`^XA^FO50,1090${code}${near}^FO0,1196^GB800,4,4^FS^XZ`))).toBe('none');
    expect(await faultOf(base64('^XA^FO0,1000^GB800,200,200^FS^XZ'))).toBe('none');
  });

  it.each([
    ['a picture without ink', `^XA^FO0,0^GFA,8,8,1,${'0'.repeat(16)}^FS^XZ`],
    ['only spaces', '^XA^FO1,1^A0N,30,30^FD ^FS^FO9,99^FD^FS^XZ'],
  ])('as ZPL with %s is blank', async (_, zpl) => {
    expect(await faultOf(base64(zpl))).toBe('blank');
  });

  it('as ZPL with letters shows COPY above all its fields or not at all, and each of its codes stays readable', async () => {
    const qr = '^BQN,2,6^FDMA,JVGL0612345678901234^FS';
    const rest = '^FO60,600^BY3^BCN,200,Y,N,N^FDJVGL06123456^FS^XZ';
    const read = { code128: ['JVGL06123456'], qr: ['JVGL0612345678901234'] };
    for (const [top, has] of [
      [`^XA^FO20,10${qr}${rest}`, false],
      [`^XA^LH0,30^FO20,40${qr}${rest}`, true],
      // drawn upwards from its baseline
      [`^XA^FT20,180${qr}${rest}`, false],
      // without a position: the top left
      [`^XA${qr}${rest}`, false],
    ] as const) {
      const made = await makeOwnLabel(wanted(base64(top), { copy: 2 }), noFetch, thermal);
      if ('fault' in made) throw new Error(made.fault.message);
      expect(Buffer.from(made.page).toString('latin1').includes('COPY 2')).toBe(has);
      expect(await codesOn(await onThermal(base64(top), thermal, { copy: 2 }))).toEqual(read);
    }
  });

  it('at an address is fetched, and its format is detected from its content', async () => {
    const asked: [string, boolean][] = [];
    const fetch: FetchOwnLabel = (url, allowPrivate) => {
      asked.push([url.href, allowPrivate]);
      return Promise.resolve(Buffer.from(pdf(), 'base64'));
    };
    const made = await makeOwnLabel(wanted('https://carrier.example/labels/1.pdf?key=2'), fetch, thermal);
    expect('page' in made).toBe(true);
    expect(asked).toEqual([['https://carrier.example/labels/1.pdf?key=2', false]]);
    expect(await faultOf('http://carrier.example/1.pdf')).toBe('no-form');
    expect(await faultOf('https://mia:secret@carrier.example/1.pdf')).toBe('no-form');
  });
});
