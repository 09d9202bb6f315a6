import type { ArchiveFiles } from './open-archive.ts';
import type { MissingValue } from './table.ts';
import { attributeOf, tagsOf, type XmlTag } from './xml-tags.ts';

/** A cell of a workbook that shows something but has no value; row and column from 0. */
export interface MissingValueCell {
  row: number;
  column: number;
  cell: MissingValue;
}

/**
 * The cells of each sheet whose formula ended in an error or was never calculated. The workbook library returns the
 * former as text and the latter as empty, and neither is what a person means. Sheets are in the order of the workbook.
 */
export function findMissingValues(files: ArchiveFiles): MissingValueCell[][] {
  return sheetFiles(files).map((file) => {
    const xml = files.get(file);
    // most sheets have no formulas and need no scan
    return xml?.includes('<f') || xml?.includes('t="e"') ? [...missingValuesIn(xml.toString())] : [];
  });
}

const inCells: ReadonlySet<string> = new Set(['c', 'f', 'v']);

function sheetFiles(files: ArchiveFiles): string[] {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? '';
  const relations = files.get('xl/_rels/workbook.xml.rels')?.toString() ?? '';
  const targets = new Map(
    [...tagsOf(relations, new Set(['Relationship']))].map((tag) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target'),
    ]),
  );
  const sheets = [...tagsOf(workbook, new Set(['sheet']))].filter(({ isClosing: closes }) => !closes);
  return sheets.map((tag) => {
    const target = targets.get(attributeOf(tag, 'r:id')) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

/** A partially read cell. */
interface OpenCell {
  tag: XmlTag;
  formula: boolean;
  value: XmlTag | null;
  shown: string;
}

/** A cell ends at its closing tag, or where the next one starts: files are not always well formed. */
function* missingValuesIn(xml: string): Generator<MissingValueCell> {
  let cell: OpenCell | null = null;
  for (const tag of tagsOf(xml, inCells)) {
    if (tag.name === 'c') {
      if (cell) yield* missingValues(cell);
      cell = tag.isClosing ? null : { tag, formula: false, value: null, shown: '' };
      if (cell && tag.isSelfClosing) {
        yield* missingValues(cell);
        cell = null;
      }
    } else if (cell) readInto(cell, tag, xml);
  }
  if (cell) yield* missingValues(cell);
}

function readInto(cell: OpenCell, tag: XmlTag, xml: string): void {
  if (tag.name === 'f') cell.formula = true;
  else if (!tag.isClosing) cell.value ??= tag;
  else if (cell.value) cell.shown = xml.slice(cell.value.end, tag.start);
}

function missingValues({ tag, formula, value, shown }: OpenCell): MissingValueCell[] {
  const place = placeOf(attributeOf(tag, 'r'));
  const isError = attributeOf(tag, 't') === 'e';
  if (!place || (!isError && (!formula || value))) return [];
  return [{ ...place, cell: { shown: isError ? shown : '=' } }];
}

/** `AB12` → row 11, column 27. */
function placeOf(name: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}
