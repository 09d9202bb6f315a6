import { fieldInAnyLine, joinPaths } from '../../path/path.ts';

/** Fields shown together under a heading; paths as in the contract. */
export interface FieldsPart {
  name: string;
  fields: readonly string[];
}

/** A list entered as a grid. Column names are relative to the line: `Sku`, `Duty.Value`. */
export interface ListPart {
  name: string;
  /** Path of the list, relative to the body or to its outer line: `Package.Skus`, `SkuInfos`. */
  list: string;
  /** Columns of the grid, and fields of an expanded line. */
  columns: readonly string[];
  more: readonly string[];
  /** The column that identifies lines; a copied line gets the next number. */
  numberColumn?: string;
  /** The list nested in each line. */
  nested?: ListPart;
  /** Columns that are totalled. `isWeightPerPiece`: the weight column is the weight of one piece. */
  piecesColumn?: string;
  weightColumn?: string;
  isWeightPerPiece?: boolean;
  /** Declared totals, shown beside the sums; paths in the body, or columns of the outer line. */
  declaredTotals?: { pieces?: string; weight?: string };
}

/** A question with fixed options that sets a flag and decides whether a list is sent. */
export interface ChoicePart {
  name: string;
  flag: string;
  list: string;
  options: readonly { name: string; flag: '' | 'true' | 'false'; sendsList: boolean }[];
}

/**
 * Layout of a form for the body of a create or a query: the few important fields first, then the lists; the rest is
 * folded. Pure data.
 */
export interface FormLayout {
  first: readonly FieldsPart[];
  choices: readonly ChoicePart[];
  lists: readonly ListPart[];
  folded: readonly FieldsPart[];
  foldedLists: readonly ListPart[];
}

export const pathsUnder = (path: string, names: readonly string[]): string[] =>
  names.map((name) => joinPaths(path, name));

const listPaths = ({ list, columns, more, nested }: ListPart, path = list): string[] => [
  ...[...columns, ...more].map((name) => fieldInAnyLine(path, name)),
  ...(nested ? listPaths(nested, fieldInAnyLine(path, nested.list)) : []),
];

/** Every field that can be entered in a form, by its path in the contract. */
export function pathsOf({ first, choices, lists, folded, foldedLists }: FormLayout): string[] {
  return [
    ...first.flatMap(({ fields }) => fields),
    ...choices.map(({ flag }) => flag),
    ...[...lists, ...foldedLists].flatMap((part) => listPaths(part)),
    ...folded.flatMap(({ fields }) => fields),
  ];
}

/**
 * The grid of a list, by its path in the contract: `Containers`, `Containers[].Skus`; undefined if it is not a list.
 */
export function listPartAt({ lists, foldedLists }: FormLayout, template: string): ListPart | undefined {
  const findPart = (part: ListPart, path: string): ListPart | undefined => {
    if (path === template) return part;
    return part.nested ? findPart(part.nested, fieldInAnyLine(path, part.nested.list)) : undefined;
  };
  for (const part of [...lists, ...foldedLists]) {
    const match = findPart(part, part.list);
    if (match) return match;
  }
  return undefined;
}
