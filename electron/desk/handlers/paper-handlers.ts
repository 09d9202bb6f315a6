import type { Paper } from '../../../shared/paper/paper.ts';
import { sheetPapers } from '../../../shared/printing/label-sizes.ts';
import type { Drawing } from '../../labels/formats/draw.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { safeFileName, storeDownload } from '../calls/downloads.ts';

/** Paper for office printers, drawn in the reader thread. Fonts and shaping are loaded on first use. */
export function paperHandlers(
  folder: string,
  now: () => number,
): Pick<Handlers<'reader'>, 'paper.file' | 'paper.pages'> {
  async function drawPages(paper: Paper): Promise<Drawing[]> {
    const [{ openFonts }, { layOutPaper }, { draw }] = await Promise.all([
      import('../../labels/text/fonts.ts'),
      import('../../labels/lay-out-paper.ts'),
      import('../../labels/formats/draw.ts'),
    ]);
    const fonts = openFonts();
    return layOutPaper(paper, fonts).map((layout) => draw(layout, fonts));
  }
  return {
    async 'paper.file'({ name, paper }) {
      const { writePdf } = await import('../../labels/formats/pdf.ts');
      const pages = await drawPages(paper);
      const fileInfo = { name: `${safeFileName(name)}.pdf`, mediaType: 'application/pdf' };
      return storeDownload(folder, fileInfo, now(), (path) => writePdf(path, pages));
    },
    async 'paper.pages'({ paper, before }) {
      const { toSvg } = await import('../../labels/formats/svg.ts');
      const pages = (await drawPages(paper)).map((page, index) => toSvg(page, `p${String(before + index)}g`));
      const { width: widthMm, height: heightMm } = sheetPapers[paper.on];
      return { pages, widthMm, heightMm };
    },
  };
}
