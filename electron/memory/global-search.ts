import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import type {
  FoundEntry,
  FoundNumber,
  SearchResults,
  FoundRecipient,
} from '../../shared/contract/search-procedures.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { watchedFinder } from '../lookups/watch-store.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import { readQuery } from '../outbox/search/fold-text.ts';
import { type FoundMarker, foundMarker } from '../outbox/search/mark-hits.ts';
import { searchedTexts, type SearchedText } from '../outbox/search/terms.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { addressFinderInEntries, type StoredAddress } from './address-book.ts';
import { skuFinder } from './listed-skus.ts';
import { templateFinder } from './templates.ts';

export interface FoundEntries {
  shown: FoundEntry[];
  total: number;
  /** tracking numbers matching the typed text, of all entries found */
  numbers: FoundNumber[];
  /** captured bodies of all entries found */
  capturedBodies: { endpoint: number; body: unknown }[];
}

/** Searches entries as the outbox does, and marks the matches in the entries shown. */
export function entrySearch(db: Sqlite, reader: OutboxReader) {
  const requestOf = db.prepare<[number], { request: string }>('SELECT request FROM entry WHERE seq = ?');

  function bodyOf(seq: number): unknown {
    return valueAt(JSON.parse(requestOf.get(seq)?.request ?? 'null'), ['body']);
  }

  function toFoundEntry(row: EntryRow, body: unknown, mark: FoundMarker): FoundEntry {
    const { id, endpoint, state, key, recipient, trackingNumber } = row;
    const { shown, by } = mark({ key, recipient, trackingNumber: trackingNumber ?? '' }, () => searchedTexts(body));
    return { id, endpoint, state, ...shown, trackingNumber: trackingNumber === null ? null : shown.trackingNumber, by };
  }

  function toFoundNumbers({ id, key, trackingNumber }: EntryRow, mark: FoundMarker): FoundNumber[] {
    if (trackingNumber === null) return [];
    const { number } = mark({ number: trackingNumber }).shown;
    return number.hits.length === 0 ? [] : [{ number, watched: null, entry: { id, key } }];
  }

  return (typed: string, limit: number, mark: FoundMarker): FoundEntries => {
    const seqs = reader.seqs({ search: typed });
    const rows = reader.rows(seqs);
    const capturedBodies = rows.map(({ seq, endpoint }) => ({ endpoint, body: bodyOf(seq) }));
    return {
      shown: rows.slice(0, limit).map((row, index) => toFoundEntry(row, capturedBodies[index]?.body, mark)),
      total: seqs.length,
      numbers: rows.flatMap((row) => toFoundNumbers(row, mark)),
      capturedBodies,
    };
  };
}

const noResults: SearchResults = { entries: [], entriesInAll: 0, numbers: [], recipients: [], skus: [], templates: [] };

/** Searches everything on the desk. Each kind is found by its own module; matches are marked here. */
export function globalSearch(db: Sqlite, reader: OutboxReader) {
  const findEntries = entrySearch(db, reader);
  const findWatched = watchedFinder(db);
  const findAddresses = addressFinderInEntries(db);
  const findSkus = skuFinder(db);
  const findTemplates = templateFinder(db);

  function mergeNumbers(
    piece: string,
    limit: number,
    mark: FoundMarker,
    entryNumbers: readonly FoundNumber[],
  ): FoundNumber[] {
    const entryOf = new Map(entryNumbers.map(({ number, entry }) => [number.text, entry]));
    const watchedNumbers = findWatched(piece, limit).map(({ number, delivered }): FoundNumber => {
      const entry = entryOf.get(number) ?? null;
      return { ...mark({ number }).shown, watched: delivered ? 'delivered' : 'moving', entry };
    });
    const watchedTexts = new Set(watchedNumbers.map(({ number }) => number.text));
    return [...watchedNumbers, ...entryNumbers.filter(({ number }) => !watchedTexts.has(number.text))].slice(0, limit);
  }

  return (typed: string, limit: number): SearchResults => {
    const query = readQuery(typed);
    if (query === null) return noResults;
    const mark = foundMarker(typed);
    const entryResults = findEntries(typed, limit, mark);
    return {
      entries: entryResults.shown,
      entriesInAll: entryResults.total,
      numbers: mergeNumbers(query.number, limit, mark, entryResults.numbers),
      recipients: findAddresses(typed, entryResults.capturedBodies, limit).map(({ id, address }) =>
        toFoundRecipient(id, address, mark),
      ),
      skus: findSkus(typed, entryResults.capturedBodies, limit).map(({ Sku, name, facts }) => {
        const { shown, by } = mark({ Sku, name }, () => textsIn(facts));
        return { ...shown, by };
      }),
      templates: findTemplates(typed, limit).map(({ id, endpoint, name }) => ({
        id,
        endpoint,
        ...mark({ name }).shown,
      })),
    };
  };
}

function toFoundRecipient(id: number, address: StoredAddress, mark: FoundMarker): FoundRecipient {
  const { Contact = '', Company = '', City = '', Country = '', Phone = '', ...otherFields } = address;
  const place = [City, Country].filter(Boolean).join(', ');
  const { shown, by } = mark({ Contact, Company, place, Phone }, () => textsIn(otherFields));
  return { id, ...shown, by };
}

function* textsIn(facts: Readonly<Record<string, unknown>>): Generator<SearchedText> {
  for (const [field, text] of Object.entries(facts)) if (typeof text === 'string') yield { field, text };
}
