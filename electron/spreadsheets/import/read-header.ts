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
import { badFile, displayText, type Cell } from './table.ts';

export { createKinds as importKindNames, isCreateKind as isImportKind } from '../../../shared/creates/create-kinds.ts';
export type ImportKind = CreateKind;

/** The create that the rows become, and its name in the plural for messages. */
export function importKind(kind: ImportKind): { endpoint: CreateNumber; plural: string } {
  const endpoint = endpointOfKind[kind];
  return { endpoint, plural: createOf(endpoint).plural };
}

/** A title as templates write it, `Package.Weight (g) *`: the name, the unit, and the mark of required fields. */
export function readTitle(title: string): { name: string; unit: string | null } {
  const trimmed = title.trim();
  const withoutMark = trimmed.endsWith('*') ? trimmed.slice(0, -1).trimEnd() : trimmed;
  // searches only the end, since a file may contain a title of a million spaces
  const [, unit = null] = /\(([^()]{1,10})\)$/.exec(withoutMark.slice(-12)) ?? [];
  const name = unit === null ? '' : withoutMark.slice(0, -(unit.length + 2)).trimEnd();
  return name === '' ? { name: withoutMark, unit: null } : { name, unit };
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

const labelOrder = 2;

/** Finds the fields of a create by the names of columns, and the names of columns by the fields. */
export interface ColumnNames {
  /** target of a column name; null if it is unknown or ambiguous */
  findTarget(name: string): ColumnTarget | null;
  /**
   * the full name of a field with lists by rows: names joined by dots, preceded by `$.` if the name without it means
   * another field
   */
  nameOf(path: Path): string;
  /** the fields a plain name could mean, if ambiguous */
  ambiguousFields(name: string): string[];
}

/**
 * Column names of one create. A full name is the field's path, `Package.Sender.Contact`, also without `Package.`; in it
 * `Skus.Sku` is the line in the row and `Skus[1].Sku` the second line of the order. A plain name is searched in the
 * package, at the recipient and at the top level, then in lists if only one has it. In label orders, a name that goods
 * have, but neither package nor recipient, means the first line of goods.
 */
export function columnNames(create: CreateNumber): ColumnNames {
  const fields = describeFields(create);
  const fieldsByPath = new Map(fields.map((field) => [field.path, field]));
  const leafFieldsByName = new Map(leafFields(create).map((field) => [barePath(field.path), field]));
  const hasPackage = fieldsByPath.has('Package');
  const keyPath = keyPathOf(create);
  const searchPrefixes = hasPackage ? ['Package.', 'Package.ShipToAddress.', ''] : ['', 'ShipToAddress.'];

  const rowTarget = (field: FieldDescription): ColumnTarget => ({ path: readPath(field.path), field });

  function numberedTarget(name: string): ColumnTarget | null {
    const templatePath = templateOf(name);
    const lineNumbers = linesIn(name).map(({ line }) => line);
    const field = [templatePath, `Package.${templatePath}`]
      .map((it) => fieldsByPath.get(it))
      .find((it) => it && isLeaf(it));
    if (!field || lineNumbers.some((number) => number >= maxLines)) return null;
    const fieldPath = readPath(field.path);
    if (lineNumbers.length !== fieldPath.filter((step) => step === anyLine).length) return null;
    return { path: fieldPath.map((step) => (step === anyLine ? (lineNumbers.shift() ?? 0) : step)), field };
  }

  /** The column of a list or an object itself. */
  function containerTarget(name: string): ColumnTarget | null {
    const field = fields.find((one) => !isLeaf(one) && barePath(one.path) === name);
    if (!field || isWithin(keyPath, field.path)) return null;
    const fieldPath = readPath(field.path);
    return { path: field.type === 'list' ? [...fieldPath, anyLine] : fieldPath, field };
  }

  const fieldsInLists = (name: string): FieldDescription[] =>
    leafFields(create).filter((field) => isInList(field.path) && field.name === name);

  function plainNameTarget(name: string): ColumnTarget | null {
    const prefix = searchPrefixes.find((one) => fieldsByPath.has(one + name) && isLeaf(fieldsByPath.get(one + name)));
    const prefixedField = prefix === undefined ? undefined : fieldsByPath.get(prefix + name);
    const firstGoodsField = create === labelOrder ? fieldsByPath.get(`Package.Skus[].${name}`) : undefined;
    // goods take precedence over the top level of a label order
    if (firstGoodsField && prefix !== 'Package.' && prefix !== 'Package.ShipToAddress.')
      return { path: withLine(readPath(firstGoodsField.path), 0), field: firstGoodsField };
    if (prefixedField) return rowTarget(prefixedField);
    const [onlyField, otherField] = fieldsInLists(name);
    return onlyField && !otherField ? rowTarget(onlyField) : null;
  }

  function findTarget(columnName: string): ColumnTarget | null {
    const name = columnName.replaceAll('[]', '').replaceAll('[*]', '');
    if (/\[\d/.test(name)) return numberedTarget(name);
    const fullNames = name.startsWith('$.') ? [name.slice(2)] : name.includes('.') ? [name, `Package.${name}`] : [];
    for (const fullName of fullNames) {
      const field = leafFieldsByName.get(fullName);
      if (field) return rowTarget(field);
    }
    return (fullNames.length === 0 ? plainNameTarget(name) : null) ?? containerTarget(fullNames[0] ?? name);
  }

  return {
    findTarget,
    nameOf(path) {
      const name = barePath(contractPath(path));
      const namedTarget = findTarget(name);
      return namedTarget && contractPath(namedTarget.path) === contractPath(path) && !namedTarget.path.includes(0)
        ? name
        : `$.${name}`;
    },
    ambiguousFields(name) {
      const candidates = findTarget(name) ? [] : fieldsInLists(name);
      return candidates.map((field) => barePath(field.path));
    },
  };
}

const isLeaf = (field: FieldDescription | undefined): boolean =>
  field !== undefined && field.type !== 'object' && field.type !== 'list';

/** Whether any create has a field of this name: such a column is probably for another kind of order. */
export const isContractFieldName: (name: string) => boolean = (() => {
  let fieldNames: Set<string> | undefined;
  return (name: string) => {
    fieldNames ??= new Set(createNumbers.flatMap((create) => describeFields(create).map((field) => field.name)));
    return fieldNames.has(lastName(name));
  };
})();

/** A warning for the filled cells of a column that its heading causes. */
export interface ColumnNote {
  /** path of the field, as in mappings */
  path: string;
  code: 'payer-column';
  params: Record<string, string>;
  message: string;
}

/**
 * A column of the header: its target, and the currency that its heading names; or, without target, the warning for its
 * filled cells. A column with `isPart` has no warning: a composed column reads its cells.
 */
export type Column =
  | { name: string; target: ColumnTarget; note?: ColumnNote; currency?: string }
  | { name: string; target: null; ignoredReason: string; isPart?: true };

/** Path of a target in the request's body, as in mappings. */
export const mappingPathOf = (target: ColumnTarget): string => columnPath(target.path);

/**
 * Reads the meaning of each column from the first row. Throws ProblemError `bad-file` if the key's column is missing,
 * two columns fill one field, or a name occurs twice.
 */
export function readHeader(header: readonly Cell[], kind: ImportKind, units: UnitSettings): Column[] {
  const { endpoint, plural } = importKind(kind);
  const names = columnNames(endpoint);
  const columns = header.map((cell, index): Column => {
    const title = displayText(cell).trim();
    const titleTarget = targetOfTitle(title, names, units);
    if ('target' in titleTarget && titleTarget.target)
      return { name: readTitle(title).name, target: titleTarget.target };
    const ignoredReason = 'otherUnit' in titleTarget ? titleTarget.otherUnit : ignoredReasonOf(title, plural, names);
    return { name: title || `column ${index + 1}`, target: null, ignoredReason };
  });
  assertNoDuplicates(columns);
  assertHasKey(columns, keyPathOf(endpoint));
  return columns;
}

/** The target of a title. `otherUnit`: the warning, if the title's unit cannot be converted to the desk's. */
export function targetOfTitle(
  title: string,
  names: ColumnNames,
  units: UnitSettings,
): { target: ColumnTarget | null } | { otherUnit: string } {
  const exactTarget = names.findTarget(title);
  if (exactTarget) return { target: exactTarget };
  const { name, unit } = readTitle(title);
  const target = names.findTarget(name);
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
  const candidates = names.ambiguousFields(name);
  if (candidates.length > 0)
    return `${name} can be ${candidates.join(' or ')}; write the whole name. This cell is not sent.`;
  if (isContractFieldName(name)) return `${plural} have no field ${name}, so this cell is not sent.`;
  return `The service knows no field ${name}, so this cell is not sent.`;
}

function assertNoDuplicates(columns: readonly Column[]): void {
  const nameByPath = new Map<string, string>();
  for (const { name, target } of columns) {
    const fieldPath = target ? columnPath(target.path) : `column ${name}`;
    const otherName = nameByPath.get(fieldPath);
    if (otherName !== undefined)
      throw badFile(
        'header',
        `Columns ${otherName} and ${name} mean the same field. Take one of them out; nothing was imported.`,
      );
    nameByPath.set(fieldPath, name);
  }
}

function assertHasKey(columns: readonly Column[], keyPath: string): void {
  if (columns.some(({ target }) => target && contractPath(target.path) === keyPath)) return;
  const key = lastName(keyPath);
  const similarColumn = columns.find(({ name }) => name.toLowerCase() === key.toLowerCase());
  const hint = similarColumn
    ? ` There is a column ${similarColumn.name}: names are written exactly as the service writes them.`
    : '';
  throw badFile('missing-column', `The column ${key} is missing from the first row.${hint} Nothing was imported.`);
}
