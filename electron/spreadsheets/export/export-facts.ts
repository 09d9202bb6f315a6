import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { kindOfEndpoint } from '../../../shared/creates/create-kinds.ts';
import { cellOfText } from '../format/cell-text.ts';
import type { OutputCell } from '../format/write-csv.ts';
import { writeSheet } from '../format/write-sheet.ts';
import { maxCellCharacters } from '../format/write-xlsx.ts';

type Fact = (entry: EntryRow) => OutputCell | undefined;

/** Facts of an entry by the title of their column. Times have their offset, so that they are unambiguous. */
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
  captured: ({ capturedAt }) => timeText(capturedAt),
  settled: ({ settledAt }) => (settledAt === null ? null : timeText(settledAt)),
};

export interface FactsExport {
  fileType: 'csv' | 'xlsx';
  path: string;
  /** rows of entries, in pages */
  pages: () => AsyncIterable<readonly EntryRow[]>;
}

/** Writes one line per entry with its outcome; returns the number of entries. */
export async function exportFacts({ fileType, path, pages }: FactsExport): Promise<number> {
  let entryCount = 0;
  async function* tableRows(): AsyncGenerator<OutputCell[]> {
    yield Object.keys(facts);
    for await (const page of pages())
      for (const entry of page) {
        entryCount += 1;
        yield Object.values(facts).map((fact) => cutToCell(fact(entry) ?? null));
      }
  }
  // a reason from the service may be longer than a workbook's cell; it is cut, since this export is only for reading
  const cutToCell = (cell: OutputCell): OutputCell =>
    fileType === 'xlsx' && typeof cell === 'string' ? cell.slice(0, maxCellCharacters) : cell;
  await writeSheet({ path, fileType, name: 'outbox' }, tableRows());
  return entryCount;
}

const textOrNull = (text: string | null | undefined): OutputCell =>
  text == null || text === '' ? null : cellOfText(text);

/** ISO 8601 in the desk's local time, with offset. */
function timeText(atMs: number): string {
  const minutes = -new Date(atMs).getTimezoneOffset();
  const twoDigits = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return `${new Date(atMs + minutes * 60_000).toISOString().slice(0, 19)}${offset}`;
}
