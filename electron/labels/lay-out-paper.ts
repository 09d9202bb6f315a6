import { encodeCode128 } from '../../shared/labels/code128.ts';
import type { Layout } from '../../shared/labels/label-layout.ts';
import type { Paper, PaperTable } from '../../shared/paper/paper.ts';
import { sheetPapers } from '../../shared/printing/label-sizes.ts';
import { inSteps, onStep, sheetForm } from './layout/label-form.ts';
import type { Fonts } from './text/fonts.ts';
import { readableText } from './text/shape-text.ts';
import { writeText, type Sheet } from './text/write-text.ts';

/** All in millimetres. */
const margin = 15;
const footHeight = 8;
const rowHeight = 5.6;
const cellGap = 2;
const factHeight = 6;
const signatureHeight = 22;
/** Module width (mm) any hand scanner reads; rounded up to whole dots of an office printer. */
const minModule = 0.4;
const codeHeight = 14;
const quietModules = 10;

interface Words {
  bold?: boolean;
  size?: number;
  align?: 'start' | 'center' | 'end';
}

/** Lays out paper on pages. Text that does not fit its cell ends in an ellipsis. */
export function layOutPaper(paper: Paper, fonts: Fonts): Layout[] {
  const { width, height } = sheetPapers[paper.on];
  const across = width - 2 * margin;
  const bottom = height - margin - footHeight;
  const newPage = (): Sheet => ({ form: sheetForm({ width, height }), fonts, boxes: [], problems: [] });
  let page = newPage();
  const pages: Sheet[] = [];
  let y = margin;

  function writeCell(text: string, x: number, top: number, wide: number, high: number, words: Words = {}): void {
    const { bold = false, size = 3.2, align = 'start' } = words;
    writeText(page, {
      role: 'paper',
      box: { x, y: top, width: wide, height: high },
      texts: [{ text: readableText(text), fields: [], bold }],
      sizes: { largest: size, comfortable: size, smallest: Math.min(size, 2.6) },
      align,
      verticalAlign: 'middle',
      maxLines: 1,
      mayTruncate: true,
      blocksPrinting: false,
    });
  }
  function rule(top: number, thick = 0.2, x = margin, wide = across): void {
    page.boxes.push({ kind: 'rule', role: 'paper', x, y: top, width: wide, height: thick });
  }

  function startPage(): void {
    page = newPage();
    pages.push(page);
    y = margin;
    if (paper.mark !== '') {
      writeCell(paper.mark, margin, y, across, 7, { bold: true, size: 5, align: 'center' });
      y += 9;
    }
  }
  /** Starts a new page if less than `high` is left; returns whether it did. */
  const breakPageIfFull = (neededHeight: number): boolean => {
    if (y + neededHeight <= bottom) return false;
    startPage();
    return true;
  };

  function heading(): void {
    const bars = paper.code === '' ? '' : encodeCode128(paper.code);
    const { grain } = page.form;
    const module = inSteps(grain, Math.ceil(minModule * grain.dotsPerMm), grain.narrowest) / grain.dotsPerMm;
    const codeWidth = bars === '' ? 0 : (bars.length + 2 * quietModules) * module;
    const top = y;
    const besideCode = across - codeWidth - (codeWidth > 0 ? 4 : 0);
    writeCell(paper.title, margin, top, besideCode, 10, { bold: true, size: 6.5 });
    y += 13;
    if (bars !== '') {
      const x = onStep(grain, margin + across - codeWidth);
      page.boxes.push({
        ...{ kind: 'code128', role: 'paper.code', x, y: top, width: codeWidth, height: codeHeight },
        ...{ text: paper.code, module, bars },
      });
      writeCell(paper.code, x, top + codeHeight + 0.5, codeWidth, 5, { size: 3.4, align: 'center' });
    }
    for (const [name, value] of paper.facts) {
      breakPageIfFull(factHeight);
      const beside = pages.length === 1 && y < top + codeHeight + 6 ? besideCode : across;
      writeCell(name, margin, y, 42, factHeight, { size: 3 });
      writeCell(value, margin + 44, y, beside - 44, factHeight, { bold: true, size: 3.6 });
      y += factHeight;
    }
    y = Math.max(y, pages.length === 1 && bars !== '' ? top + codeHeight + 8 : y) + 3;
  }

  function head({ columns }: PaperTable, lefts: readonly number[], widths: readonly number[]): void {
    for (const [at, { head: text, align }] of columns.entries())
      writeCell(text, lefts[at] ?? margin, y, widths[at] ?? across, rowHeight, { bold: true, size: 2.8, align });
    y += rowHeight;
    rule(y, 0.4);
    y += 0.6;
  }

  function table(content: PaperTable): void {
    const shares = content.columns.reduce((sum, { share }) => sum + share, 0);
    const free = across - cellGap * (content.columns.length - 1);
    const widths = content.columns.map(({ share }) => (free * share) / shares);
    const lefts = widths.map((_, at) => margin + widths.slice(0, at).reduce((sum, wide) => sum + wide + cellGap, 0));
    // a title is never the last thing on a page
    breakPageIfFull(8 + 3 * rowHeight);
    if (content.title !== '') {
      writeCell(content.title, margin, y, across, 7, { bold: true, size: 4.2 });
      y += 8;
    }
    head(content, lefts, widths);
    for (const [index, row] of content.rows.entries()) {
      const isSum = content.sum && index === content.rows.length - 1;
      if (breakPageIfFull(rowHeight + 0.4)) head(content, lefts, widths);
      if (isSum) rule(y - 0.2, 0.4);
      for (const [at, text] of row.entries())
        writeCell(text, lefts[at] ?? margin, y, widths[at] ?? across, rowHeight, {
          bold: isSum,
          align: content.columns[at]?.align ?? 'start',
        });
      y += rowHeight;
      rule(y - 0.1, 0.1);
    }
    y += 5;
  }

  function signatures(): void {
    const columns = 2;
    const wide = (across - 10) / columns;
    for (const [at, words] of paper.signatures.entries()) {
      const x = margin + (at % columns) * (wide + 10);
      if (at % columns === 0) {
        if (at > 0) y += signatureHeight;
        breakPageIfFull(signatureHeight);
      }
      rule(y + signatureHeight - 7, 0.3, x, wide);
      writeCell(words, x, y + signatureHeight - 6.4, wide, 5, { size: 2.8 });
    }
  }

  startPage();
  heading();
  paper.tables.forEach(table);
  signatures();
  for (const [at, one] of pages.entries()) {
    page = one;
    const top = height - margin - 5;
    writeCell(paper.foot, margin, top, across - 24, 5, { size: 2.6 });
    const number = `${String(at + 1)} / ${String(pages.length)}`;
    writeCell(number, margin + across - 22, top, 22, 5, { size: 2.8, align: 'end' });
  }
  return pages.map(({ boxes, problems }) => ({ width, height, boxes, problems }));
}
