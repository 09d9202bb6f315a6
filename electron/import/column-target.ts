import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import { createNumbers, type CreateNumber } from '../../shared/service/endpoints.ts';

/** One leaf field of a request that a column fills: the way to it, and what it takes. */
export interface ColumnTarget {
  /** `['Package', 'Skus', 0, 'Sku']` */
  way: (string | number)[];
  field: FieldDescription;
}

/** Where a plain column name is looked for, in this order; a field that two places have belongs to the first. */
const homes = ['Package.', 'Package.ShipToAddress.', 'Package.Skus[].', ''];
export const mostLines = 100;

export const leafFields = (create: CreateNumber): FieldDescription[] =>
  describeFields(create).filter((field) => field.type !== 'object' && field.type !== 'list');

/**
 * Finds what a column of a spreadsheet fills in requests of one create: `Contact` and `Sku` mean the recipient and the first
 * SKU line, `Sender.Contact` and `Skus[1].Sku` what they say, with or without `Package.` before. Null where it has no such field.
 */
export function columnTargets(create: CreateNumber): (name: string) => ColumnTarget | null {
  const leaves = leafFields(create);
  const byPath = new Map(leaves.map((field) => [field.path, field]));
  const at = (path: string, name: string): ColumnTarget | null => {
    const field = byPath.get(path);
    return field ? { way: wayOf(path, name), field } : null;
  };
  return (name) => {
    const path = name.replace(/\[\d{1,3}\]/g, '[]');
    const candidates = /[.[]/.test(name) ? [path, `Package.${path}`] : homes.map((home) => home + path);
    for (const candidate of candidates) {
      const target = at(candidate, name);
      if (target && target.way.every((step) => typeof step === 'string' || step < mostLines)) return target;
    }
    return null;
  };
}

// The numbers of a dotted name fill the lists of its path from the left; a plain name means the first line.
function wayOf(path: string, name: string): (string | number)[] {
  const lines = [...name.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
  return path.split('.').flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), lines.shift() ?? 0] : [part]));
}

/** Whether any create has a field of this name: such a column is meant for another kind of order. */
export const namedInContract: (name: string) => boolean = (() => {
  let names: Set<string> | undefined;
  return (name: string) => {
    names ??= new Set(createNumbers.flatMap((create) => describeFields(create).map((field) => field.name)));
    return names.has(name.split('.').at(-1) ?? name);
  };
})();
