import { PDFiumLibrary } from '@hyzyla/pdfium';
import { maxOwnPages } from '../../shared/labels/own-label.ts';
import { fromGrey } from './bits.ts';
import { dotsFor, pageSize } from './dots-for.ts';
import { OwnLabelError, type OwnPage } from './own-label.ts';
import { readCarried } from './read-carried.ts';

let opened: Promise<PDFiumLibrary> | null = null;

/** PDFium is what browsers read PDF with: kept against hostile files, small, and drawn with here as a printer would. No script of a file runs. */
function library(): Promise<PDFiumLibrary> {
  return (opened ??= readCarried(
    // an address of this form is carried along into a bundle; a resolved package name is not
    new URL('../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm', import.meta.url),
  ).then(({ buffer }) => PDFiumLibrary.init({ wasmBinary: buffer })));
}

/** Each page of a PDF, drawn in dots. Throws OwnLabelError. */
export async function pdfPages(bytes: Uint8Array, dotsPerMm: number): Promise<OwnPage[]> {
  try {
    const document = await (await library()).loadDocument(bytes);
    try {
      const count = document.getPageCount();
      if (count > maxOwnPages) throw tooManyPages(count);
      const pages: OwnPage[] = [];
      for (const page of document.pages()) {
        const { originalWidth, originalHeight } = page.getOriginalSize();
        if (originalWidth === 0 || originalHeight === 0) throw broken('a page of it is not there');
        const size = pageSize((originalWidth * 25.4) / 72, (originalHeight * 25.4) / 72);
        const dots = dotsFor(size, dotsPerMm);
        const [width, height] = [Math.round(size.width * dots), Math.round(size.height * dots)];
        const { data } = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' });
        pages.push({ ...size, bitmap: fromGrey(data, width, height) });
      }
      if (pages.length === 0) throw broken('it has no page');
      return pages;
    } finally {
      document.destroy();
    }
  } catch (error) {
    if (error instanceof OwnLabelError) throw error;
    // what is left of it in the library is not known
    opened = null;
    const said = error instanceof Error ? error.message : String(error);
    if (said.startsWith('Password'))
      throw new OwnLabelError('locked', 'The PDF of the own label asks for a password. Give one that opens without.');
    throw broken(said);
  }
}

export const tooManyPages = (count: number): OwnLabelError =>
  new OwnLabelError(
    'pages',
    `The own label has ${count} pages; at most ${maxOwnPages} can be printed. Give those of this parcel alone.`,
    { count, most: maxOwnPages },
  );

const broken = (said: string) =>
  new OwnLabelError('broken', `The PDF of the own label cannot be read (${said}). Correct it, or leave it out.`, {
    form: 'PDF',
  });
