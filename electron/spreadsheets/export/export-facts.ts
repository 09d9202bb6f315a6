import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { kindOfEndpoint } from '../../../shared/creates/create-kinds.ts';
import { cellOfText } from '../format/cell-text.ts';
import type { WrittenCell } from '../format/write-csv.ts';
import { writeSheet } from '../format/write-sheet.ts';
import { maxCellCharacters } from '../format/write-xlsx.ts';

type Fact = (entry: EntryRow) => WrittenCell | undefined;

/** Facts of an entry, one per column; times with their offset, so that they are unambiguous. */
const facts: Record<string, Fact> = {
  id: ({ id }) => id,
  key: ({ key }) => cellOfText(key),
  kind: ({ endpoint }) => kindOfEndpoint(endpoint) ?? String(endpoint),
  state: ({ state }) => state,
  recipient: ({ recipient }) => textOrNull(recipient),
  trackingNumber: ({ trackingNumber }) => textOrNull(trackingNumber),
  provisional: ({ provisional }) => provisional,
  tries: ({ tries }) => tries,
  reason: ({ reason }) => textOrNull(reason?.text),
  reasonField: ({ reason }) => textOrNull(reason?.field),
  maybeTaken: ({ maybeTaken }) => maybeTaken,
  maybeTwice: ({ maybeTwice }) => maybeTwice,
  asks: ({ asks }) => asks,
  damaged: ({ damaged }) => damaged,
  said: ({ said }) => textOrNull(said),
  replaces: ({ replaces }) => replaces,
  replacedBy: ({ replacedBy }) => replacedBy,
  toCancel: ({ toCancel }) => toCancel,
  operator: ({ operator }) => textOrNull(operator),
  captured: ({ capturedAt }) => time(capturedAt),
  settled: ({ settledAt }) => (settledAt === null ? null : time(settledAt)),
};

export interface FactsExport {
  as: 'csv' | 'xlsx';
  path: string;
  /** rows of entries, in pages */
  pages: () => AsyncIterable<readonly EntryRow[]>;
}

/** Writes one line per entry with its outcome; returns the number of entries. */
export async function exportFacts({ as, path, pages }: FactsExport): Promise<number> {
  let entries = 0;
  async function* table(): AsyncGenerator<WrittenCell[]> {
    yield Object.keys(facts);
    for await (const page of pages())
      for (const entry of page) {
        entries += 1;
        yield Object.values(facts).map((fact) => cutToCell(fact(entry) ?? null));
      }
  }
  // a reason from the service may exceed a workbook's cell; this export is for reading, so it is cut
  const cutToCell = (cell: WrittenCell): WrittenCell =>
    as === 'xlsx' && typeof cell === 'string' ? cell.slice(0, maxCellCharacters) : cell;
  await writeSheet({ path, as, name: 'outbox' }, table());
  return entries;
}

const textOrNull = (text: string | null | undefined): WrittenCell =>
  text == null || text === '' ? null : cellOfText(text);

/** ISO 8601 in the desk's local time, with offset. */
function time(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset();
  const two = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${new Date(at + minutes * 60_000).toISOString().slice(0, 19)}${offset}`;
}
