import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import type { FoundEntry, FoundNumber } from '../../shared/contract/search-procedures.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import type { FoundMarker } from '../search/mark-found.ts';
import { searchedTexts } from '../search/searched-texts.ts';

export interface FoundEntries {
  shown: FoundEntry[];
  inAll: number;
  /** tracking numbers matching the typed text, of all entries found */
  numbers: FoundNumber[];
  /** captured bodies of all entries found */
  captured: { endpoint: number; body: unknown }[];
}

/** The outbox's own search, with matches marked in the entries shown. */
export function foundEntries(db: Sqlite, reader: OutboxReader) {
  const requestOf = db.prepare<[number], { request: string }>('SELECT request FROM entry WHERE seq = ?');

  function bodyOf(seq: number): unknown {
    return valueAt(JSON.parse(requestOf.get(seq)?.request ?? 'null'), ['body']);
  }

  function show(row: EntryRow, body: unknown, mark: FoundMarker): FoundEntry {
    const { id, endpoint, state, key, recipient, trackingNumber } = row;
    const { shown, by } = mark({ key, recipient, trackingNumber: trackingNumber ?? '' }, () => searchedTexts(body));
    return { id, endpoint, state, ...shown, trackingNumber: trackingNumber === null ? null : shown.trackingNumber, by };
  }

  function numberOf({ id, key, trackingNumber }: EntryRow, mark: FoundMarker): FoundNumber[] {
    if (trackingNumber === null) return [];
    const { number } = mark({ number: trackingNumber }).shown;
    return number.hits.length === 0 ? [] : [{ number, watched: null, entry: { id, key } }];
  }

  return (typed: string, each: number, mark: FoundMarker): FoundEntries => {
    const seqs = reader.seqs({ search: typed });
    const rows = reader.rows(seqs);
    const captured = rows.map(({ seq, endpoint }) => ({ endpoint, body: bodyOf(seq) }));
    return {
      shown: rows.slice(0, each).map((row, at) => show(row, captured[at]?.body, mark)),
      inAll: seqs.length,
      numbers: rows.flatMap((row) => numberOf(row, mark)),
      captured,
    };
  };
}
