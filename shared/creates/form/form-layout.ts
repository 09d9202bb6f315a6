import { inAnyLine, join } from '../../path/path.ts';

/** Fields that stand together under a heading; paths as the contract writes them. */
export interface FieldsPart {
  name: string;
  fields: readonly string[];
}

/** A list one types through as a grid. Columns are named from the line on: `Sku`, `Duty.Value`. */
export interface ListPart {
  name: string;
  /** path of the list from the body, or from the line it lies in: `Package.Skus`, `SkuInfos` */
  list: string;
  /** what stands in the grid, and what opens with a line */
  columns: readonly string[];
  more: readonly string[];
  /** the column that tells lines apart; a copy of a line counts it up */
  numbered?: string;
  /** the list in each line */
  within?: ListPart;
  /** columns to add up; `each`: the weight is that of one piece */
  pieces?: string;
  weight?: string;
  each?: boolean;
  /** what was declared as a whole, to stand beside the sum; a path of the body, or a column of the line it lies in */
  declared?: { pieces?: string; weight?: string };
}

/** A question with ready answers that sets a flag and decides whether a list is sent. */
export interface ChoicePart {
  name: string;
  flag: string;
  list: string;
  options: readonly { name: string; flag: '' | 'true' | 'false'; listed: boolean }[];
}

/** A form for the body of a create, or of a question: the few fields that matter come first, then the lists, and the rest folds away. Pure data. */
export interface FormLayout {
  first: readonly FieldsPart[];
  choices: readonly ChoicePart[];
  lists: readonly ListPart[];
  folded: readonly FieldsPart[];
  foldedLists: readonly ListPart[];
}

export const under = (at: string, names: readonly string[]): string[] => names.map((name) => join(at, name));

const listPaths = ({ list, columns, more, within }: ListPart, at = list): string[] => [
  ...[...columns, ...more].map((name) => inAnyLine(at, name)),
  ...(within ? listPaths(within, inAnyLine(at, within.list)) : []),
];

/** Every field a form lets a person enter, as the contract names it. */
export function pathsOf({ first, choices, lists, folded, foldedLists }: FormLayout): string[] {
  return [
    ...first.flatMap(({ fields }) => fields),
    ...choices.map(({ flag }) => flag),
    ...[...lists, ...foldedLists].flatMap((part) => listPaths(part)),
    ...folded.flatMap(({ fields }) => fields),
  ];
}

/** The grid a list is typed in, by its path in the contract: `Containers`, `Containers[].Skus`; undefined for no list. */
export function listPartAt({ lists, foldedLists }: FormLayout, template: string): ListPart | undefined {
  const seek = (part: ListPart, at: string): ListPart | undefined => {
    if (at === template) return part;
    return part.within ? seek(part.within, inAnyLine(at, part.within.list)) : undefined;
  };
  for (const part of [...lists, ...foldedLists]) {
    const found = seek(part, part.list);
    if (found) return found;
  }
  return undefined;
}
