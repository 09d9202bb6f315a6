import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { fieldInLine, lineAt, linesIn } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

type Form = Pick<OrderForm, 'originalPath' | 'lineCount' | 'isLineEmpty' | 'fieldAt'>;

/** A line that was sent and has been removed since. */
export interface RemovedLine {
  /** Index of the line as sent, from 0. */
  line: number;
  /** A SKU, a name or a box number; empty if the line had none. */
  name: string;
  quantity: string;
  /** Lines that were nested in it. */
  nestedLines: RemovedLine[];
}

/** Changes to the lines of a list since it was sent. */
export interface LineChanges {
  sentCount: number;
  removedLines: RemovedLine[];
  addedCount: number;
}

/** Compares the lines of a list with those sent, by path; undefined if the list is in a line added since. */
export function compareLines(
  form: Form,
  part: ListPart,
  list: string,
  sentTexts: ReadonlyMap<string, string>,
): LineChanges | undefined {
  const originalList = form.originalPath(list);
  if (originalList === undefined) return undefined;
  const remainingPaths = new Set<string>();
  let addedCount = 0;
  for (let line = 0; line < form.lineCount(list); line++) {
    const originalLinePath = form.originalPath(lineAt(list, line));
    if (originalLinePath !== undefined) remainingPaths.add(originalLinePath);
    else if (!form.isLineEmpty(list, line)) addedCount++;
  }
  const sentCount = countSentLines(sentTexts, originalList);
  const removedLines = Array.from({ length: sentCount }, (_, line) => line).filter(
    (line) => !remainingPaths.has(lineAt(originalList, line)),
  );
  return {
    sentCount: sentCount,
    removedLines: removedLines.map((line) => describeSentLine(form, part, originalList, line, sentTexts)),
    addedCount,
  };
}

function countSentLines(sentTexts: ReadonlyMap<string, string>, list: string): number {
  let lines = 0;
  for (const path of sentTexts.keys()) {
    const step = linesIn(path).find((one) => one.list === list);
    if (step) lines = Math.max(lines, step.line + 1);
  }
  return lines;
}

const numberTypes: readonly (string | undefined)[] = ['number', 'integer', 'decimal'];

function describeSentLine(
  form: Form,
  part: ListPart,
  list: string,
  line: number,
  sentTexts: ReadonlyMap<string, string>,
): RemovedLine {
  const sentText = (column: string): string => sentTexts.get(fieldInLine(list, line, column))?.trim() ?? '';
  const nameColumns = part.columns.filter(
    (column) => !numberTypes.includes(form.fieldAt(fieldInLine(list, line, column))?.type),
  );
  const { nested: within } = part;
  const innerList = within && fieldInLine(list, line, within.list);
  return {
    line,
    name: nameColumns.map(sentText).find((text) => text !== '') ?? '',
    quantity: part.piecesColumn === undefined ? '' : sentText(part.piecesColumn),
    nestedLines: innerList
      ? Array.from({ length: countSentLines(sentTexts, innerList) }, (_, nestedLine) =>
          describeSentLine(form, within, innerList, nestedLine, sentTexts),
        )
      : [],
  };
}
