import type { Sqlite } from '../../database/open-sqlite.ts';
import { allSearch } from '../../global-search/search-all.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../transport/answer.ts';

export function searchHandlers(db: Sqlite, reader: OutboxReader): Pick<Handlers<'reader'>, 'search.all'> {
  const search = allSearch(db, reader);
  return { 'search.all': ({ text, each }) => search(text, each) };
}
