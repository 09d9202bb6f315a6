import { sheetGrids, sheetPapers, type SheetCount, type SheetPaper } from '../../../shared/printing/label-sizes.ts';
import { roundToStep, sheetForm, type LabelForm } from '../layout/label-form.ts';
import type { Drawing, Shape } from './draw.ts';

/** A sheet of labels, and the label at which printing starts, counted from 1: earlier ones are used up. */
export interface LabelSheet {
  paper: SheetPaper;
  count: SheetCount;
  begin: number;
}

/** The form of one label of the sheet. */
export function formOnSheet({ paper, count }: LabelSheet): LabelForm {
  const [{ width, height }, { columns, rows }] = [sheetPapers[paper], sheetGrids[count]];
  return sheetForm({ width: width / columns, height: height / rows });
}

/**
 * Places drawings of labels on whole sheets, row by row from the start position; yields each sheet as soon as it is
 * full.
 */
export async function* toSheets(
  labels: AsyncIterable<Drawing> | Iterable<Drawing>,
  sheet: LabelSheet,
): AsyncGenerator<Drawing> {
  const { paper, count, begin } = sheet;
  const { columns } = sheetGrids[count];
  const { dotGrid } = formOnSheet(sheet);
  let shapes: Shape[] = [];
  let position = begin - 1;
  for await (const label of labels) {
    // an offset of whole steps keeps barcodes aligned to dots
    const x = roundToStep(dotGrid, (position % columns) * label.width);
    const y = roundToStep(dotGrid, Math.floor(position / columns) * label.height);
    shapes.push(...label.shapes.map((shape) => translateShape(shape, x, y)));
    position += 1;
    if (position < count) continue;
    yield { ...sheetPapers[paper], shapes };
    shapes = [];
    position = 0;
  }
  if (shapes.length > 0) yield { ...sheetPapers[paper], shapes };
}

/** Moves a shape right and down (mm). */
export function translateShape(shape: Shape, dx: number, dy: number): Shape {
  const translate = <Placed extends { x: number; y: number }>(one: Placed): Placed => ({
    ...one,
    x: one.x + dx,
    y: one.y + dy,
  });
  switch (shape.kind) {
    case 'rectangles':
      return { ...shape, boxes: shape.boxes.map(translate) };
    case 'glyphs':
      return { ...shape, glyphs: shape.glyphs.map(translate) };
    case 'picture':
      return translate(shape);
  }
}
