import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw, type Drawing, type Shape } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { toPng } from '../../electron/labels/formats/svg.ts';
import { translateShape } from '../../electron/labels/formats/to-sheets.ts';
import { toZpl } from '../../electron/labels/formats/zpl.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';

export const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('base64');

const source = SAMPLE_LABELS.at(-5);
if (source === undefined) throw new Error('no sample');
const fonts = openFonts();
/** The codes on the label below. */
export const codes = { code128: [source.TrackingNumber], qr: [source.PackageId] };
/** A label of 100 × 150 mm, as a third-party program would draw it. */
export const label: Drawing = draw(layOut(source, fonts, thermalForm({ width: 100, height: 150 }, 203)), fonts);
export const pdf = (...pages: Drawing[]): string => base64(toPdf(pages.length === 0 ? [label] : pages));

/** A PDF of these objects, with a valid cross-reference table. */
export function pdfOf(...objects: string[]): string {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return base64(Buffer.from(`${file}${trailer}`, 'latin1'));
}

/** TO in black, and a name below it in the given colour. */
export function inColour(colour: string): string {
  return pageOf(`BT /F1 18 Tf 20 350 Td 0 g (TO) Tj ET BT /F1 12 Tf 20 300 Td ${colour} (Ana Ruiz, Calle 5) Tj ET`);
}

/** A PDF of one page of 100 × 150 mm with this content, whose stream has these entries. */
export function pageOf(content: string, entries = ''): string {
  return pdfOf(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}${entries}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  );
}

/** The label at an offset from the top left of a larger page, as on A4. */
export const onPage = (width: number, height: number, x: number, y: number): Drawing => ({
  width,
  height,
  shapes: label.shapes.map((shape) => translateShape(shape, x, y)),
});
/** A black frame along the edge of a page. */
export const framed = (width: number, height: number): Drawing => {
  const rim = (x: number, y: number, w: number, h: number) => ({ x, y, width: w, height: h });
  const boxes = [rim(1, 1, width - 2, 1), rim(1, height - 2, width - 2, 1), rim(1, 1, 1, height - 2)];
  const shape: Shape = { kind: 'rectangles', paint: 'ink', boxes };
  return { width, height, shapes: [shape] };
};
export const png = async (): Promise<string> => base64(toPng(toBitmap(label, 203)));
export const zplPicture = async (): Promise<string> => {
  const zpl = toZpl(toBitmap(label, 203), { packing: 'z64', reprints: false });
  // as a carrier would write it, without commands for this program’s printers
  return base64(zpl.replace(/\^JZ.|\^LS0/g, ''));
};
/** ZPL with letters and codes, as carriers send it. */
export const zplText =
  '^XA^CI28^PW812^LL1218^LH0,0^FO40,40^A0N,60,50^FDCARRIER 24^FS^FX a remark^FS\n' +
  '^FO40,140^GB700,4,4^FS^BY3,3,200^FO60,200^BCN,200,Y,N,N^FDABC1234567890^FS^PQ1,0,1,Y^XZ';
