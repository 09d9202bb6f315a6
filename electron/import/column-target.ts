import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
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
} from '../../shared/path/path.ts';

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
