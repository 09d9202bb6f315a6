import { encodeCode128 } from '../../shared/labels/code128.ts';
import type { Layout } from '../../shared/labels/label-layout.ts';
import type { Paper, PaperTable } from '../../shared/paper/paper.ts';
import { sheetPapers } from '../../shared/printing/label-sizes.ts';
import { floorToStep, roundToStep, sheetForm } from './layout/label-form.ts';
import type { Fonts } from './text/fonts.ts';
import { readableText } from './text/shape-text.ts';
import { writeText, type Sheet } from './text/write-text.ts';

/** Measures of a page, in millimetres. */
const margin = 15;
const footHeight = 8;
const rowHeight = 5.6;
const cellGap = 2;
const factHeight = 6;
const signatureHeight = 22;
/** Module width that any hand scanner reads (mm); rounded up to whole dots of an office printer. */
const minModule = 0.4;
const codeHeight = 14;
const quietModules = 10;

interface TextStyle {
  bold?: boolean;
  size?: number;
  align?: 'start' | 'center' | 'end';
}

/** Lays out paper on pages. Text that does not fit its cell ends in an ellipsis. */
export function layOutPaper(paper: Paper, fonts: Fonts): Layout[] {
  const { width, height } = sheetPapers[paper.on];
  const contentWidth = width - 2 * margin;
  const bottom = height - margin - footHeight;
  const newPage = (): Sheet => ({ form: sheetForm({ width, height }), fonts, boxes: [], problems: [] });
  let page = newPage();
  const pages: Sheet[] = [];
  let y = margin;

  function writeCell(
    text: string,
    x: number,
    top: number,
    cellWidth: number,
    cellHeight: number,
    style: TextStyle = {},
  ): void {
    const { bold = false, size = 3.2, align = 'start' } = style;
    writeText(page, {
      role: 'paper',
      box: { x, y: top, width: cellWidth, height: cellHeight },
      texts: [{ text: readableText(text), fields: [], bold }],
      sizes: { largest: size, comfortable: size, smallest: Math.min(size, 2.6) },
      align,
      verticalAlign: 'middle',
      maxLines: 1,
      mayTruncate: true,
      blocksPrinting: false,
    });
  }
  function drawRule(top: number, thickness = 0.2, x = margin, length = contentWidth): void {
    page.boxes.push({ kind: 'rule', role: 'paper', x, y: top, width: length, height: thickness });
  }

  function startPage(): void {
    page = newPage();
    pages.push(page);
    y = margin;
    if (paper.mark !== '') {
      writeCell(paper.mark, margin, y, contentWidth, 7, { bold: true, size: 5, align: 'center' });
      y += 9;
    }
  }
  /** Starts a new page if less than the needed height is left; returns whether it did. */
  const breakPageIfFull = (neededHeight: number): boolean => {
    if (y + neededHeight <= bottom) return false;
    startPage();
    return true;
  };

  function writeHeading(): void {
    const bars = paper.code === '' ? '' : encodeCode128(paper.code);
    const { dotGrid } = page.form;
    const module =
      floorToStep(dotGrid, Math.ceil(minModule * dotGrid.dotsPerMm), dotGrid.minModuleDots) / dotGrid.dotsPerMm;
    const codeWidth = bars === '' ? 0 : (bars.length + 2 * quietModules) * module;
    const top = y;
    const besideCode = contentWidth - codeWidth - (codeWidth > 0 ? 4 : 0);
    writeCell(paper.title, margin, top, besideCode, 10, { bold: true, size: 6.5 });
    y += 13;
    if (bars !== '') {
      const x = roundToStep(dotGrid, margin + contentWidth - codeWidth);
      page.boxes.push({
        ...{ kind: 'code128', role: 'paper.code', x, y: top, width: codeWidth, height: codeHeight },
        ...{ text: paper.code, module, bars },
      });
      writeCell(paper.code, x, top + codeHeight + 0.5, codeWidth, 5, { size: 3.4, align: 'center' });
    }
    for (const [name, value] of paper.facts) {
      breakPageIfFull(factHeight);
      const factWidth = pages.length === 1 && y < top + codeHeight + 6 ? besideCode : contentWidth;
      writeCell(name, margin, y, 42, factHeight, { size: 3 });
      writeCell(value, margin + 44, y, factWidth - 44, factHeight, { bold: true, size: 3.6 });
      y += factHeight;
    }
    y = Math.max(y, pages.length === 1 && bars !== '' ? top + codeHeight + 8 : y) + 3;
  }

  function writeTableHead({ columns }: PaperTable, lefts: readonly number[], widths: readonly number[]): void {
    for (const [index, { head: text, align }] of columns.entries())
      writeCell(text, lefts[index] ?? margin, y, widths[index] ?? contentWidth, rowHeight, {
        bold: true,
        size: 2.8,
        align,
      });
    y += rowHeight;
    drawRule(y, 0.4);
    y += 0.6;
  }

  function writeTable(content: PaperTable): void {
    const totalShare = content.columns.reduce((sum, { share }) => sum + share, 0);
    const freeWidth = contentWidth - cellGap * (content.columns.length - 1);
    const widths = content.columns.map(({ share }) => (freeWidth * share) / totalShare);
    const lefts = widths.map(
      (_, index) => margin + widths.slice(0, index).reduce((sum, columnWidth) => sum + columnWidth + cellGap, 0),
    );
    // a title stays on the page of its first rows
    breakPageIfFull(8 + 3 * rowHeight);
    if (content.title !== '') {
      writeCell(content.title, margin, y, contentWidth, 7, { bold: true, size: 4.2 });
      y += 8;
    }
    writeTableHead(content, lefts, widths);
    for (const [index, row] of content.rows.entries()) {
      const isSum = content.sum && index === content.rows.length - 1;
      if (breakPageIfFull(rowHeight + 0.4)) writeTableHead(content, lefts, widths);
      if (isSum) drawRule(y - 0.2, 0.4);
      for (const [column, text] of row.entries())
        writeCell(text, lefts[column] ?? margin, y, widths[column] ?? contentWidth, rowHeight, {
          bold: isSum,
          align: content.columns[column]?.align ?? 'start',
        });
      y += rowHeight;
      drawRule(y - 0.1, 0.1);
    }
    y += 5;
  }

  function writeSignatures(): void {
    const columns = 2;
    const signatureWidth = (contentWidth - 10) / columns;
    for (const [index, text] of paper.signatures.entries()) {
      const x = margin + (index % columns) * (signatureWidth + 10);
      if (index % columns === 0) {
        if (index > 0) y += signatureHeight;
        breakPageIfFull(signatureHeight);
      }
      drawRule(y + signatureHeight - 7, 0.3, x, signatureWidth);
      writeCell(text, x, y + signatureHeight - 6.4, signatureWidth, 5, { size: 2.8 });
    }
  }

  startPage();
  writeHeading();
  paper.tables.forEach(writeTable);
  writeSignatures();
  for (const [index, writtenPage] of pages.entries()) {
    page = writtenPage;
    const top = height - margin - 5;
    writeCell(paper.foot, margin, top, contentWidth - 24, 5, { size: 2.6 });
    const number = `${String(index + 1)} / ${String(pages.length)}`;
    writeCell(number, margin + contentWidth - 22, top, 22, 5, { size: 2.8, align: 'end' });
  }
  return pages.map(({ boxes, problems }) => ({ width, height, boxes, problems }));
}
