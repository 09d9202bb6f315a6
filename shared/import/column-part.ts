/**
 * What a column gives to its field, if it is not the field's whole value; written behind the path in a mapping, as in
 * `$.Package.ShipToAddress.Contact#last`.
 *
 * - `first`, `middle`, `last`, `company`: a part of a name. The parts are joined in the order of the name's script.
 * - `more`: a further line. It is joined behind the others with a comma.
 * - `else`: used in rows where the columns before it are empty.
 * - `whole`: an address in one cell. Its parts go to the fields of the address.
 * - `items`: all goods of an order in one cell. They become lines.
 * - `unit`: the unit of the field's column, such as `kg`.
 * - `count`: the number of pieces of all goods of an order.
 */
export const columnParts = [
  ...(['first', 'middle', 'last', 'company'] as const),
  ...(['more', 'else', 'whole', 'items', 'unit', 'count'] as const),
] as const;
export type ColumnPart = (typeof columnParts)[number];

const isPart = (text: string): text is ColumnPart => columnParts.some((part) => part === text);

/** The field and the part that a column is mapped to. */
export interface ColumnUse {
  path: string;
  part: ColumnPart | null;
}

/** Splits the text of a mapping; null if the part is unknown. */
export function readColumnUse(text: string): ColumnUse | null {
  const at = text.indexOf('#');
  if (at < 0) return { path: text, part: null };
  const part = text.slice(at + 1);
  return isPart(part) ? { path: text.slice(0, at), part } : null;
}

export const writeColumnUse = ({ path, part }: ColumnUse): string => (part === null ? path : `${path}#${part}`);
