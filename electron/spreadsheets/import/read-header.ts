import {
  createOf,
  endpointOfKind,
  type CreateKind,
  type CreateNumber,
  createNumbers,
} from '../../../shared/creates/create-kinds.ts';
import {
  anyLine,
  barePath,
  contractPath,
  isInList,
  isWithin,
  lastName,
  linesIn,
  readPath,
  templateOf,
  withLine,
  type Path,
  columnPath,
} from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { type FieldDescription, describeFields } from '../../../shared/service/describe-fields.ts';
import { unitOfField, type UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { convertUnit, readUnit } from './heading-units.ts';
import { badFile, shownCell, type Cell } from './table.ts';

export { createKinds as importKindNames, isCreateKind as isImportKind } from '../../../shared/creates/create-kinds.ts';
export type ImportKind = CreateKind;

/** The create that rows of a spreadsheet become, and its plural in sentences. */
export function importKind(kind: ImportKind): { endpoint: CreateNumber; plural: string } {
  const endpoint = endpointOfKind[kind];
  return { endpoint, plural: createOf(endpoint).plural };
}

/** A title as templates write it, `Package.Weight (g) *`: the name, the unit, and the mark of required fields. */
export function readTitle(title: string): { name: string; unit: string | null } {
  const whole = title.trim();
  const bare = whole.endsWith('*') ? whole.slice(0, -1).trimEnd() : whole;
  // searches only the end, since a file may contain a title of a million spaces
  const [, unit = null] = /\(([^()]{1,10})\)$/.exec(bare.slice(-12)) ?? [];
  const name = unit === null ? '' : bare.slice(0, -(unit.length + 2)).trimEnd();
  return name === '' ? { name: bare, unit: null } : { name, unit };
}

export function writeTitle(name: string, unit: string | undefined, required: boolean): string {
  return `${name}${unit === undefined ? '' : ` (${unit})`}${required ? ' *' : ''}`;
}

/** The unit of a field, if it is a number with one. */
export const unitOf = ({ type, name, unit }: FieldDescription, units: UnitSettings): string | undefined =>
  ['number', 'integer', 'decimal'].includes(type) ? unitOfField(name, unit, units) : undefined;

/**
 * Target of a column: a field (`['Package', 'Skus', 0, 'Sku']`, or `['Package', 'Skus', '*', 'Sku']` for the list entry
 * in the row), the number of a list entry (`['Package', 'Skus', '*']`), or an empty object.
 */
export interface ColumnTarget {
  path: Path;
  field: FieldDescription;
}

export const maxLines = 100;

export const leafFields = (create: CreateNumber): FieldDescription[] =>
  describeFields(create).filter((field) => field.type !== 'object' && field.type !== 'list');

const label = 2;

/** Everything in a create that a column can fill, and the names of columns. */
export interface ColumnNames {
  /** target of a column name; null if it is unknown or ambiguous */
  target(name: string): ColumnTarget | null;
  /**
   * the shortest full name of a target with lists by rows: names joined by dots, with `$.` first if the plain name
   * means another field
   */
  nameOf(way: Path): string;
  /** the fields a plain name could mean, if ambiguous */
  ambiguousFields(name: string): string[];
}

/**
 * Column names of one create. A full name is the field's path, `Package.Sender.Contact`, also without `Package.`; in it
 * `Skus.Sku` is the line in the row and `Skus[1].Sku` the second line of the order. A plain name is searched at the top
 * level, in the package, at the recipient, and then in lists if only one has it. In label orders a name of goods means
 * their first line.
 */
export function columnNames(create: CreateNumber): ColumnNames {
  const fields = describeFields(create);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const byBareName = new Map(leafFields(create).map((field) => [barePath(field.path), field]));
  const inPackage = byPath.has('Package');
  const keyPath = keyPathOf(create);
  const searchPrefixes = inPackage ? ['Package.', 'Package.ShipToAddress.', ''] : ['', 'ShipToAddress.'];

  const targetByRows = (field: FieldDescription): ColumnTarget => ({ path: readPath(field.path), field });

  function numberedTarget(name: string): ColumnTarget | null {
    const path = templateOf(name);
    const numbers = linesIn(name).map(({ line }) => line);
    const field = [path, `Package.${path}`].map((it) => byPath.get(it)).find((it) => it && isLeaf(it));
    if (!field || numbers.some((number) => number >= maxLines)) return null;
    const way = readPath(field.path);
    if (numbers.length !== way.filter((step) => step === anyLine).length) return null;
    return { path: way.map((step) => (step === anyLine ? (numbers.shift() ?? 0) : step)), field };
  }

  /** The column of a list or an object itself. */
  function containerTarget(name: string): ColumnTarget | null {
    const field = fields.find((one) => !isLeaf(one) && barePath(one.path) === name);
    if (!field || isWithin(keyPath, field.path)) return null;
    const way = readPath(field.path);
    return { path: field.type === 'list' ? [...way, anyLine] : way, field };
  }

  const fieldsInLists = (name: string): FieldDescription[] =>
    leafFields(create).filter((field) => isInList(field.path) && field.name === name);

  function plainNameTarget(name: string): ColumnTarget | null {
    const home = searchPrefixes.find((one) => byPath.has(one + name) && isLeaf(byPath.get(one + name)));
    const found = home === undefined ? undefined : byPath.get(home + name);
    const first = create === label ? byPath.get(`Package.Skus[].${name}`) : undefined;
    // goods take precedence over the top level of a label order
    if (first && home !== 'Package.' && home !== 'Package.ShipToAddress.')
      return { path: withLine(readPath(first.path), 0), field: first };
    if (found) return targetByRows(found);
    const [only, other] = fieldsInLists(name);
    return only && !other ? targetByRows(only) : null;
  }

  function target(given: string): ColumnTarget | null {
    const name = given.replaceAll('[]', '').replaceAll('[*]', '');
    if (/\[\d/.test(name)) return numberedTarget(name);
    const full = name.startsWith('$.') ? [name.slice(2)] : name.includes('.') ? [name, `Package.${name}`] : [];
    for (const one of full) {
      const field = byBareName.get(one);
      if (field) return targetByRows(field);
    }
    return (full.length === 0 ? plainNameTarget(name) : null) ?? containerTarget(full[0] ?? name);
  }

  return {
    target,
    nameOf(way) {
      const name = barePath(contractPath(way));
      const meant = target(name);
      return meant && contractPath(meant.path) === contractPath(way) && !meant.path.includes(0) ? name : `$.${name}`;
    },
    ambiguousFields(name) {
      const found = target(name) ? [] : fieldsInLists(name);
      return found.map((field) => barePath(field.path));
    },
  };
}

const isLeaf = (field: FieldDescription | undefined): boolean =>
  field !== undefined && field.type !== 'object' && field.type !== 'list';

/** Whether any create has a field of this name: such a column is probably for another kind of order. */
export const isContractFieldName: (name: string) => boolean = (() => {
  let names: Set<string> | undefined;
  return (name: string) => {
    names ??= new Set(createNumbers.flatMap((create) => describeFields(create).map((field) => field.name)));
    return names.has(lastName(name));
  };
})();

/** A note about the filled cells of a column because of its heading. */
export interface ColumnNote {
  /** path of the field, as in mappings */
  path: string;
  code: 'payer-column';
  params: Record<string, string>;
  message: string;
}

/**
 * A column of the header: its target, with the currency that its heading names; or the warning for filled cells in a
 * column without target. Of a column that is part of a field, another column is made.
 */
export type Column =
  | { name: string; target: ColumnTarget; note?: ColumnNote; currency?: string }
  | { name: string; target: null; ignoredReason: string; isPart?: true };

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

/** The target of a title; none if its unit cannot be converted to the desk's. */
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
  if (convertUnit('1', readUnit(unit) ?? unit, expected) !== null) return { target };
  return {
    otherUnit: `${name} is in ${expected} here, and ${unit} cannot be converted to it, so this cell is not sent.`,
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
