import { unpackedEntry } from './check-archive.ts';
import type { NoValue } from './table.ts';

/** A cell of a workbook that shows something, but has no value; row and column from 0. */
export interface CellWithoutValue {
  row: number;
  column: number;
  cell: NoValue;
}

/**
 * The cells of each sheet whose formula ended in an error or was never worked out. The library that reads workbooks shows the
 * first as texts and the second as empty, and neither is what a person means. Sheets are told in the order of the workbook.
 */
export function findNoValues(bytes: Buffer): CellWithoutValue[][] {
  return sheetFiles(bytes).map((file) => {
    const xml = unpackedEntry(bytes, file);
    // most sheets have no formula, and need not be looked through
    return xml?.includes('<f') || xml?.includes('t="e"') ? noValuesIn(xml.toString()) : [];
  });
}

function sheetFiles(bytes: Buffer): string[] {
  const workbook = unpackedEntry(bytes, 'xl/workbook.xml')?.toString() ?? '';
  const relations = unpackedEntry(bytes, 'xl/_rels/workbook.xml.rels')?.toString() ?? '';
  const targets = new Map(
    [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  );
  return [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

const cells = /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs;

function noValuesIn(xml: string): CellWithoutValue[] {
  return [...xml.matchAll(cells)].flatMap(([, attributes = '', inner = '']) => {
    const place = placeOf(attribute(attributes, 'r'));
    const isError = attribute(attributes, 't') === 'e';
    if (!place || (!isError && (!inner.includes('<f') || inner.includes('<v')))) return [];
    const [, shown = ''] = /<v>(.*?)<\/v>/.exec(inner) ?? [];
    return [{ ...place, cell: { shown: isError ? shown : '=' } }];
  });
}

const attribute = (tag: string, name: string): string => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** `AB12` → row 11, column 27. */
function placeOf(name: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}
