/** What a person is asked about a spreadsheet before the orders it concerns are queued. */
export const importQuestionCodes = [
  /** the recipient's fields stand in columns of the buyer only */
  'only-buyer',
  /** a column that names nobody, beside a whole address of the buyer */
  'whose-column',
  /** a number whose unit cannot be converted, or is not named */
  'unit',
  /** an amount of money without its currency, or in one that the field cannot name */
  'currency',
  /** goods in one cell whose numbers are not told */
  'which-goods',
  /** an address in one cell that can be read in several ways */
  'address-parts',
  /** a value that its field cannot have, or hardly has */
  'unlikely-value',
  /** orders of another program's file without a recipient, or without a city or street */
  'no-recipient',
  'no-address',
  /** rows that a spreadsheet program hides */
  'hidden-rows',
  /** the encoding of a text file that fits, but is not certain */
  'encoding',
  /** what becomes of a row that is no order */
  'no-order',
] as const;
export type ImportQuestionCode = (typeof importQuestionCodes)[number];

/**
 * A question about a spreadsheet. The orders of its rows wait for the answer; the others are queued. `choices` are the
 * answers that can be given: texts that a value becomes, or words of the question (`use`, `leave`, `keep`).
 */
export interface ImportQuestion {
  id: string;
  code: ImportQuestionCode;
  /** first rows of the orders it is about, at most 1,000 */
  rows: number[];
  orders: number;
  column: number | null;
  /** path of the field, as in mappings */
  path: string | null;
  /** what stands in the file */
  found: string;
  choices: readonly string[];
  params: Record<string, string | number>;
  message: string;
}

const rowsNamed = 1000;

/** Collects what is asked about the orders of a spreadsheet: one question for all orders that ask the same. */
export function collectQuestions() {
  const found = new Map<string, ImportQuestion>();
  return {
    add(row: number, asked: Omit<ImportQuestion, 'rows' | 'orders'>): void {
      const one = found.get(asked.id) ?? { ...asked, rows: [], orders: 0 };
      one.orders += 1;
      if (one.rows.length < rowsNamed) one.rows.push(row);
      found.set(asked.id, one);
    },
    all: (): ImportQuestion[] => [...found.values()],
  };
}
