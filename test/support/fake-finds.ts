import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import type { SearchResults, FoundRecipient, MarkedText } from '../../shared/contract/search-procedures.ts';

/**
 * Search results of a fake desk: entries by key or recipient, and a few fixed recipients, goods, numbers and templates
 * that contain the text.
 */
export function fakeFinds(typed: string, limit: number, entries: readonly EntryDetail[]): SearchResults {
  const needle = typed.trim().toLowerCase();
  const containsNeedle = (...texts: string[]) =>
    needle !== '' && texts.some((text) => text.toLowerCase().includes(needle));
  const mark = (text: string): MarkedText => {
    const index = text.toLowerCase().indexOf(needle);
    return { text, hits: needle === '' || index < 0 ? [] : [[index, index + needle.length]] };
  };
  const foundEntries = entries.filter(({ key, recipient }) => containsNeedle(key, recipient)).toReversed();
  const recipients = [
    { Contact: '王小明', Company: '', place: 'Göteborg, SE', Phone: '+46 70 123 45 67', Street1: 'Storgatan 1' },
    { Contact: 'Zoë Åkesson', Company: 'Åkesson & Söner', place: 'Malmö, SE', Phone: '', Street1: 'Mugg 2' },
  ];
  const goods = [
    { Sku: 'MUG-BLUE', name: 'Mug, blue' },
    { Sku: 'TEE-M', name: 'T恤' },
  ];
  const numbers = ['LX000000001CN', '1Z999AA10123456784'];
  return {
    entries: foundEntries.slice(0, limit).map(({ id, endpoint, state, key, recipient, trackingNumber }) => ({
      id,
      endpoint,
      state,
      key: mark(key),
      recipient: mark(recipient),
      trackingNumber: trackingNumber === null ? null : mark(trackingNumber),
      by: null,
    })),
    entriesInAll: Math.min(50, foundEntries.length),
    numbers: numbers
      .filter((number) => containsNeedle(number))
      .map((number, index) => ({ number: mark(number), watched: index === 0 ? 'moving' : 'delivered', entry: null })),
    recipients: recipients
      .filter((person) => containsNeedle(...Object.values(person)))
      .map(({ Contact, Company, place, Phone, Street1 }, id): FoundRecipient => ({
        id,
        Contact: mark(Contact),
        Company: mark(Company),
        place: mark(place),
        Phone: mark(Phone),
        by: containsNeedle(Contact, Company, place, Phone) ? null : { field: 'Street1', text: mark(Street1) },
      })),
    skus: goods
      .filter((item) => containsNeedle(...Object.values(item)))
      .map(({ Sku, name }) => ({ Sku: mark(Sku), name: mark(name), by: null })),
    templates: containsNeedle('Mugs to Malmö') ? [{ id: 1, endpoint: 2, name: mark('Mugs to Malmö') }] : [],
  };
}
