import { describeFields } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { badFile } from './bad-file.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { anyLine, contractPath, isInList, readPath, type Path } from '../../shared/path/path.ts';
import type { Column } from './read-header.ts';

/** The columns of one list whose entries span rows. */
export interface ListColumns {
  /** ends with `anyLine` */
  path: Path;
  /** the column that numbers the list's entries */
  number: number | null;
  /** the column whose change starts a new entry: the first text field in the contract */
  mark: number | null;
  /** columns of the entry's own fields, excluding those of nested lists */
  ownColumns: number[];
  /** for goods: the columns that identify them, a SKU or a name; null for any other list */
  identity: number[] | null;
  lists: ListColumns[];
}

/** The columns of an order: those outside of lists by rows, and those of each list. */
export interface OrderColumns {
  /** the key column; null if missing */
  keyColumn: number | null;
  ownColumns: number[];
  lists: ListColumns[];
  /** whether several rows can be lines of one order */
  byRows: boolean;
}

/** Groups columns by list. Throws ProblemError `bad-file` if one list is given both by number and by rows. */
export function layOutColumns(columns: readonly Column[], create: CreateNumber): OrderColumns {
  const order: OrderColumns = { keyColumn: null, ownColumns: [], lists: [], byRows: false };
  const keyPath = keyPathOf(create);
  const marks = markerFields(create);
  const goods = goodsLists(create);
  const known = new Map<string, ListColumns>();

  function listOf(way: Path): ListColumns {
    const name = contractPath(way);
    const found = known.get(name);
    if (found) return found;
    const made: ListColumns = {
      path: [...way],
      number: null,
      mark: null,
      ownColumns: [],
      identity: goods.has(name) ? [] : null,
      lists: [],
    };
    known.set(name, made);
    const outer = way.lastIndexOf(anyLine, -2);
    (outer < 0 ? order : listOf(way.slice(0, outer + 1))).lists.push(made);
    return made;
  }

  for (const [index, { target }] of columns.entries()) {
    if (!target) continue;
    const { path: way, field } = target;
    const at = way.lastIndexOf(anyLine);
    if (at < 0) {
      if (field.path === keyPath) order.keyColumn = index;
      order.ownColumns.push(index);
      continue;
    }
    const list = listOf(way.slice(0, at + 1));
    if (at === way.length - 1) list.number = index;
    else list.ownColumns.push(index);
    if (marks.has(field.path)) list.mark = index;
    if (identifiesGoods(field.name)) list.identity?.push(index);
  }
  order.byRows = known.size > 0;
  assertOneNotation(columns, new Set(known.keys()));
  return order;
}

const identifiesGoods = (name: string): boolean => name === 'Sku' || /Name(?:[A-Z][a-z])?$/.test(name);

/** Lists whose entries are goods, by contract path. */
function goodsLists(create: CreateNumber): Set<string> {
  const skus = describeFields(create).filter(({ name, path }) => name === 'Sku' && isInList(path));
  return new Set(skus.map(({ path }) => contractPath(readPath(path).slice(0, -1))));
}

/** The first text field of each list's entries: the number of a box, the code of goods. */
function markerFields(create: CreateNumber): Set<string> {
  const firsts = new Map<string, string>();
  for (const { path, type } of describeFields(create)) {
    const list = path.slice(0, path.lastIndexOf('[].') + 2);
    if (type === 'text' && path.includes('[].') && !firsts.has(list)) firsts.set(list, path);
  }
  return new Set(firsts.values());
}

function assertOneNotation(columns: readonly Column[], byRows: ReadonlySet<string>): void {
  for (const { name, target } of columns) {
    const numbered = target?.path.findIndex((step) => typeof step === 'number') ?? -1;
    if (!target || numbered < 0 || !byRows.has(contractPath(target.path.slice(0, numbered + 1)))) continue;
    throw badFile(
      'header',
      `Column ${name} gives a line of the order its number, other columns take the lines from the rows. Use one of the two ways.`,
    );
  }
}
