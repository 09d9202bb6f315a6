import type { SearchResults, FoundNumber, FoundRecipient } from '../../shared/contract/search-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { watchedFinder } from '../lookups/watch-store.ts';
import { addressFinderInEntries } from '../memories/address-book.ts';
import type { StoredAddress } from '../memories/recipient.ts';
import { skuFinder } from '../memories/sku-finder.ts';
import { templateFinder } from '../memories/templates.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import { foundMarker, type FoundMarker } from '../search/mark-found.ts';
import { readQuery } from '../search/read-query.ts';
import type { SearchedText } from '../search/searched-texts.ts';
import { foundEntries } from './found-entries.ts';

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
