import { keyPathOf } from '../../shared/service/key-path.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { badFile } from './bad-file.ts';
import { columnPath, contractPath, lastName } from '../../shared/path/path.ts';
import { columnNames, isContractFieldName, type ColumnNames, type ColumnTarget } from './column-target.ts';
import { readTitle, unitOf } from './column-title.ts';
import { importKind, type ImportKind } from './import-kinds.ts';
import { shownCell, type Cell } from './table.ts';

/** A note about the filled cells of a column because of its heading; with `stops` their orders are not queued. */
export interface ColumnNote {
  /** path of the field, as in mappings */
  path: string;
  code: 'other-unit' | 'unit-unknown' | 'payer-column';
  params: Record<string, string>;
  stops: boolean;
  message: string;
}

/**
 * A column of the header: its target, or the warning for filled cells in a column without target; `lost` is the field
 * it would fill, and why it does not.
 */
export type Column =
  | { name: string; target: ColumnTarget; note?: ColumnNote }
  | { name: string; target: null; ignoredReason: string; unusedTarget?: ColumnNote };

/** Path of a target in the request's body, as in mappings. */
export const pathOf = (target: ColumnTarget): string => columnPath(target.path);

/**
 * Reads the meaning of each column from the first row. Throws ProblemError `bad-file` if the key's column is missing,
 * two columns fill one field, or a name occurs twice.
 */
export function readHeader(header: readonly Cell[], kind: ImportKind, units: UnitSettings): Column[] {
  const { endpoint, plural } = importKind(kind);
  const names = columnNames(endpoint);
  const columns = header.map((cell, index): Column => {
    const title = shownCell(cell).trim();
    const found = targetOfTitle(title, names, units);
    if ('target' in found && found.target) return { name: readTitle(title).name, target: found.target };
    const ignoredReason = 'otherUnit' in found ? found.otherUnit : ignoredReasonOf(title, plural, names);
    return { name: title || `column ${index + 1}`, target: null, ignoredReason };
  });
  assertNoDuplicates(columns);
  assertHasKey(columns, keyPathOf(endpoint));
  return columns;
}

/** The target of a title; none if its unit differs from the desk's, since nothing is converted. */
export function targetOfTitle(
  title: string,
  names: ColumnNames,
  units: UnitSettings,
): { target: ColumnTarget | null } | { otherUnit: string } {
  const exact = names.target(title);
  if (exact) return { target: exact };
  const { name, unit } = readTitle(title);
  const target = names.target(name);
  const expected = target ? unitOf(target.field, units) : undefined;
  if (unit === null || !target || unit === expected) return { target };
  if (expected === undefined) return { target: null };
  return {
    otherUnit: `${name} is in ${expected} here, not in ${unit}; nothing is converted, so this cell is not sent.`,
  };
}

function ignoredReasonOf(name: string, plural: string, names: ColumnNames): string {
  if (name === '') return 'This column has no name, so its cell was not imported.';
  const several = names.ambiguousFields(name);
  if (several.length > 0) return `${name} can be ${several.join(' or ')}; write the whole name. This cell is not sent.`;
  if (isContractFieldName(name)) return `${plural} have no field ${name}, so this cell is not sent.`;
  return `The service knows no field ${name}, so this cell is not sent.`;
}

function assertNoDuplicates(columns: readonly Column[]): void {
  const first = new Map<string, string>();
  for (const { name, target } of columns) {
    const field = target ? columnPath(target.path) : `column ${name}`;
    const other = first.get(field);
    if (other !== undefined)
      throw badFile(
        'header',
        `Columns ${other} and ${name} mean the same field. Take one of them out; nothing was imported.`,
      );
    first.set(field, name);
  }
}

function assertHasKey(columns: readonly Column[], keyPath: string): void {
  if (columns.some(({ target }) => target && contractPath(target.path) === keyPath)) return;
  const key = lastName(keyPath);
  const alike = columns.find(({ name }) => name.toLowerCase() === key.toLowerCase());
  const hint = alike ? ` There is a column ${alike.name}: names are written exactly as the service writes them.` : '';
  throw badFile('missing-column', `The column ${key} is missing from the first row.${hint} Nothing was imported.`);
}
