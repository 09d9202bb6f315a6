import { openSheet, type SheetHead, type SheetRow } from '../../electron/spreadsheets/import/open-sheet.ts';
import type { ImportAnswer, ImportCellProblem } from '../../shared/import/import-steps.ts';
import { letters, units } from './spreadsheets.ts';

/** A file as the import screen reads it, with what a person answered. */
export interface ReadOrders {
  head: SheetHead;
  orders: SheetRow[];
  outside: ImportCellProblem[];
  /** the packages of the orders that would be queued */
  packages: Record<string, unknown>[];
  /** code, rows and column of each question */
  asked: string[];
}

export async function readOrders(
  content: string | Buffer,
  more: { encoding?: string; format?: string; answers?: (asked: SheetRow['questions']) => ImportAnswer[] } = {},
): Promise<ReadOrders> {
  const { encoding = 'utf-8', format, answers = () => [] } = more;
  const file = { content: Buffer.from(content as string).toString('base64') };
  const sheet = await openSheet({ name: 'orders.csv', file, encoding, kind: 'label-order', format, units }, letters);
  const choices = { mapping: sheet.head.mapping, corrections: [], answers: [] as ImportAnswer[] };
  const first = sheet.checkSlice(0, sheet.applyChoices(choices).orders);
  choices.answers = answers(first.flatMap(({ questions }) => questions));
  const { orders: count, sheetNotes: outside } = sheet.applyChoices(choices);
  const orders = sheet.checkSlice(0, count);
  const packages = orders.flatMap(({ request }) =>
    request ? [request.body['Package'] as Record<string, unknown>] : [],
  );
  const asked = orders.flatMap(({ row, questions }) =>
    questions.map(({ code, column }) => `${code} ${row} ${column ?? '-'}`),
  );
  return { head: sheet.head, orders, outside, packages, asked };
}

/** Each field of the recipient's address, of the first order that would be queued. */
export async function addressOf(content: string): Promise<Record<string, string> | undefined> {
  const { packages } = await readOrders(content);
  return packages[0]?.['ShipToAddress'] as Record<string, string> | undefined;
}
