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
import { type FoundMarker, foundMarker } from '../outbox/search/mark-found.ts';
import { searchedTexts, type SearchedText } from '../outbox/search/terms.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { addressFinderInEntries, type StoredAddress } from './address-book.ts';
import { skuFinder } from './listed-skus.ts';
import { templateFinder } from './templates.ts';

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

const nothing: SearchResults = { entries: [], entriesInAll: 0, numbers: [], recipients: [], skus: [], templates: [] };

/** Searches everything on the desk. Each kind is found by its own module; matches are marked here. */
export function globalSearch(db: Sqlite, reader: OutboxReader) {
  const entries = foundEntries(db, reader);
  const watched = watchedFinder(db);
  const addresses = addressFinderInEntries(db);
  const skus = skuFinder(db);
  const templates = templateFinder(db);

  function numbers(piece: string, each: number, mark: FoundMarker, ofEntries: readonly FoundNumber[]): FoundNumber[] {
    const entryOf = new Map(ofEntries.map(({ number, entry }) => [number.text, entry]));
    const first = watched(piece, each).map(({ number, delivered }): FoundNumber => {
      const entry = entryOf.get(number) ?? null;
      return { ...mark({ number }).shown, watched: delivered ? 'delivered' : 'moving', entry };
    });
    const known = new Set(first.map(({ number }) => number.text));
    return [...first, ...ofEntries.filter(({ number }) => !known.has(number.text))].slice(0, each);
  }

  return (typed: string, each: number): SearchResults => {
    const query = readQuery(typed);
    if (query === null) return nothing;
    const mark = foundMarker(typed);
    const found = entries(typed, each, mark);
    return {
      entries: found.shown,
      entriesInAll: found.inAll,
      numbers: numbers(query.number, each, mark, found.numbers),
      recipients: addresses(typed, found.captured, each).map(({ id, address }) => recipient(id, address, mark)),
      skus: skus(typed, found.captured, each).map(({ Sku, name, facts }) => {
        const { shown, by } = mark({ Sku, name }, () => textsIn(facts));
        return { ...shown, by };
      }),
      templates: templates(typed, each).map(({ id, endpoint, name }) => ({ id, endpoint, ...mark({ name }).shown })),
    };
  };
}

function recipient(id: number, address: StoredAddress, mark: FoundMarker): FoundRecipient {
  const { Contact = '', Company = '', City = '', Country = '', Phone = '', ...more } = address;
  const place = [City, Country].filter(Boolean).join(', ');
  const { shown, by } = mark({ Contact, Company, place, Phone }, () => textsIn(more));
  return { id, ...shown, by };
}

function* textsIn(facts: Readonly<Record<string, unknown>>): Generator<SearchedText> {
  for (const [field, text] of Object.entries(facts)) if (typeof text === 'string') yield { field, text };
}
