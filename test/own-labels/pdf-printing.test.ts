import { inkBox } from '../../electron/labels/own-labels/bitmap-operations.ts';
import { OwnLabelError } from '../../electron/labels/own-labels/own-label-page.ts';
import { drawPdfPages } from '../../electron/labels/own-labels/read-pdf.ts';
import { pdfOf } from './own-samples.ts';
import { describe, expect, it } from 'vitest';

const stream = (head: string, text: string): string => `<<${head}/Length ${text.length}>>\nstream\n${text}\nendstream`;
const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

interface Sample {
  catalog?: string;
  page?: string;
  fonts?: string;
  content?: string;
  objects?: string[];
}
/** A label with TO at its top, and additional objects from number 6. */
const labelOf = ({ catalog = '', page = '', fonts = '', content = '', objects = [] }: Sample): Buffer =>
  Buffer.from(
    pdfOf(
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R/Resources<</Font<</F1 5 0 R${fonts}>>>>${page}>>`,
      stream('', `BT /F1 18 Tf 20 350 Td (TO) Tj ET ${content}`),
      helvetica,
      ...objects,
    ),
    'base64',
  );

/** Where the lowest ink of the only page ends, in mm; TO ends at 26. */
async function inkEnd(file: Buffer): Promise<number> {
  const [page] = await drawPdfPages(file, 8);
  const ink = inkBox(page!.bitmap!);
  return Math.round((ink!.y + ink!.height) / 8);
}
async function faultOf(file: Buffer): Promise<OwnLabelError | null> {
  try {
    await drawPdfPages(file, 8);
    return null;
  } catch (error) {
    if (error instanceof OwnLabelError) return error;
    throw error;
  }
}

/** A recipient's name below TO, as an annotation with flags; without an appearance stream the reader must render it. */
const annotated = (flags: number, kind: 'FreeText' | 'Widget', hasAppearance = true): Buffer => {
  const look = hasAppearance ? '/AP<</N 7 0 R>>' : '';
  const field = kind === 'Widget' ? '/FT/Tx/T(to)/V(Ana Ruiz)' : '';
  return labelOf({
    page: '/Annots[6 0 R]',
    catalog:
      kind === 'Widget'
        ? `/AcroForm<</NeedAppearances ${!hasAppearance}/Fields[6 0 R]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 24 Tf 0 g)>>`
        : '',
    objects: [
      `<</Type/Annot/Subtype/${kind}/Rect[20 290 260 330]/F ${flags}/P 3 0 R/DA(/F1 24 Tf 0 g)${field}${look}>>`,
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 240 40]/Resources<</Font<</F1 5 0 R>>>>',
        '/Tx BMC BT /F1 24 Tf 2 10 Td (Ana Ruiz) Tj ET EMC',
      ),
    ],
  });
};
const print = 4;
const noView = 32;
const hidden = 2;

describe('an own PDF', { timeout: 60_000 }, () => {
  it.each([
    ['a printed note', annotated(print, 'FreeText'), true],
    ['a note shown only when printed', annotated(print | noView, 'FreeText'), true],
    ['a note shown only on screen', annotated(0, 'FreeText'), false],
    ['a filled field', annotated(print, 'Widget'), true],
    ['a filled field without an appearance', annotated(print, 'Widget', false), true],
    ['a field shown only when printed', annotated(print | noView, 'Widget'), true],
    ['a field shown only on screen', annotated(0, 'Widget'), false],
    ['a hidden field', annotated(print | hidden, 'Widget'), false],
  ])('contains only what would be printed: %s', async (_, file, isPrinted) => {
    const bare = await inkEnd(labelOf({}));
    if (isPrinted) expect(await inkEnd(file)).toBeGreaterThan(bare + 10);
    else expect(await inkEnd(file)).toBe(bare);
  });

  const shown = 'BT /F2 24 Tf 20 300 Td (ABCD) Tj ET';
  const arial = (differences: string): Sample => ({
    fonts: '/F2 6 0 R',
    content: shown,
    objects: [
      `<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 65/LastChar 68/Widths[667 667 722 722]/Encoding<</BaseEncoding/WinAnsiEncoding${differences}>>>>`,
    ],
  });
  const chinese = (mode: number): Sample => ({
    fonts: '/F2 6 0 R',
    content: `BT ${mode} Tr /F2 24 Tf 20 300 Td <4f60597d> Tj ET`,
    objects: [
      '<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-H/DescendantFonts[7 0 R]>>',
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 8 0 R>>',
      '<</Type/FontDescriptor/FontName/SimSun/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
    ],
  });

  it.each([
    ['Chinese', chinese(0), 'SimSun'],
    ['Cyrillic', arial('/Differences[65/afii10017/afii10018/afii10019/afii10020]'), 'Arial'],
  ])('is refused if it has letters of a font that is neither embedded nor available: %s', async (_, sample, font) => {
    expect(await faultOf(labelOf(sample))).toMatchObject({ reason: 'no-font', params: { font } });
  });

  it.each([
    ['Latin letters, drawn in a similar font', arial('')],
    ['invisible selectable letters, as over a scan', chinese(3)],
    [
      'characters of Latin 1',
      { content: 'BT /F1 24 Tf 20 300 Td (\\304\\326 \\351\\337 \\200 \\225 \\240) Tj ( ) Tj ET' },
    ],
    ['a standard symbol font', { ...arial(''), objects: ['<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>'] }],
  ])('is printed if all of its text can be drawn: %s', async (_, sample) => {
    expect(await faultOf(labelOf(sample))).toBeNull();
  });
});
