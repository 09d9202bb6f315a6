import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { leavesOf } from '../../shared/path/leaves.ts';
import { isLine, lastName, linesIn, parentOf, templateOf, withoutLine } from '../../shared/path/path.ts';

const facts = new Set(Object.values(goodsFactNames).flat());
const names = ['Sku', ...(goodsFactNames['DeclareNameEn'] ?? [])];

/** The leaves of a body by path, and the number of lines in each of its lists. */
export class ReadBody {
  readonly leaves: ReadonlyMap<string, unknown>;
  readonly lines = new Map<string, number>();

  constructor(body: unknown) {
    this.leaves = new Map(leavesOf(body).filter(([, leaf]) => leaf !== '' && typeof leaf !== 'object'));
    for (const path of this.leaves.keys()) {
      for (const { list, line } of linesIn(path)) this.lines.set(list, Math.max(this.lines.get(list) ?? 0, line + 1));
    }
  }

  /** The field that names the goods of a line, and its value. */
  goodsOf(line: string): { path: string; name: unknown } | undefined {
    const path = names.map((name) => `${line}.${name}`).find((at) => this.leaves.has(at));
    return path === undefined ? undefined : { path, name: this.leaves.get(path) };
  }
}

/**
 * Fields, named as in the contract (`Package.Skus[].Sku`), whose values differ between two bodies, compared line by
 * line; a list itself (`Package.Skus`) if its number of lines differs. Facts of goods are left out if the goods differ,
 * since they follow from the goods.
 */
export function differingFields(one: ReadBody, other: ReadBody): Set<string> {
  const differing = new Set<string>();
  for (const path of new Set([...one.leaves.keys(), ...other.leaves.keys()])) {
    if (one.leaves.get(path) === other.leaves.get(path) || comesWithGoods(path, one, other)) continue;
    // The texts of a list count as one field.
    differing.add(withoutLine(templateOf(path)));
  }
  for (const list of new Set([...one.lines.keys(), ...other.lines.keys()])) {
    if (one.lines.get(list) !== other.lines.get(list)) differing.add(templateOf(list));
  }
  return differing;
}

function comesWithGoods(path: string, one: ReadBody, other: ReadBody): boolean {
  const [line, name] = [parentOf(path), lastName(path)];
  if (!isLine(line) || !facts.has(name)) return false;
  const [here, there] = [one.goodsOf(line), other.goodsOf(line)];
  return here?.name !== there?.name && path !== here?.path && path !== there?.path;
}
