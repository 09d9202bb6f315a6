import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import type { SearchResults, FoundRecipient, MarkedText } from '../../shared/contract/search-procedures.ts';

/**
 * Search results of a fake desk: entries by key or recipient, and a few fixed recipients, goods, numbers and templates
 * that contain the text.
 */
export function fakeFinds(typed: string, each: number, entries: readonly EntryDetail[]): SearchResults {
  const piece = typed.trim().toLowerCase();
  const has = (...texts: string[]) => piece !== '' && texts.some((text) => text.toLowerCase().includes(piece));
  const mark = (text: string): MarkedText => {
    const at = text.toLowerCase().indexOf(piece);
    return { text, hits: piece === '' || at < 0 ? [] : [[at, at + piece.length]] };
  };
  const found = entries.filter(({ key, recipient }) => has(key, recipient)).toReversed();
  const people = [
    { Contact: '王小明', Company: '', place: 'Göteborg, SE', Phone: '+46 70 123 45 67', Street1: 'Storgatan 1' },
    { Contact: 'Zoë Åkesson', Company: 'Åkesson & Söner', place: 'Malmö, SE', Phone: '', Street1: 'Mugg 2' },
  ];
  const goods = [
    { Sku: 'MUG-BLUE', name: 'Mug, blue' },
    { Sku: 'TEE-M', name: 'T恤' },
  ];
  const numbers = ['LX000000001CN', '1Z999AA10123456784'];
  return {
    entries: found.slice(0, each).map(({ id, endpoint, state, key, recipient, trackingNumber }) => ({
      id,
      endpoint,
      state,
      key: mark(key),
      recipient: mark(recipient),
      trackingNumber: trackingNumber === null ? null : mark(trackingNumber),
      by: null,
    })),
    entriesInAll: Math.min(50, found.length),
    numbers: numbers
      .filter((number) => has(number))
      .map((number, at) => ({ number: mark(number), watched: at === 0 ? 'moving' : 'delivered', entry: null })),
    recipients: people
      .filter((person) => has(...Object.values(person)))
      .map(({ Contact, Company, place, Phone, Street1 }, id): FoundRecipient => ({
        id,
        Contact: mark(Contact),
        Company: mark(Company),
        place: mark(place),
        Phone: mark(Phone),
        by: has(Contact, Company, place, Phone) ? null : { field: 'Street1', text: mark(Street1) },
      })),
    skus: goods
      .filter((one) => has(...Object.values(one)))
      .map(({ Sku, name }) => ({ Sku: mark(Sku), name: mark(name), by: null })),
    templates: has('Mugs to Malmö') ? [{ id: 1, endpoint: 2, name: mark('Mugs to Malmö') }] : [],
  };
}
