import { watchStore } from '../../electron/lookups/watch-store.ts';
import { globalSearch } from '../../electron/memory/global-search.ts';
import { templateStore } from '../../electron/memory/templates.ts';
import type { MarkedText } from '../../shared/contract/search-procedures.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { maria, mug, openMemories, type TestMemories } from '../memories/open-memories.ts';
import { importList } from '../support/import-list.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => {
  desk = openMemories();
});
afterEach(() => desk.close());

const search = (typed: string, each = 6) => {
  desk.learn();
  return globalSearch(desk.db, desk.reader)(typed, each);
};
const bold = ({ text, hits }: MarkedText): string[] => hits.map(([from, to]) => text.slice(from, to));
const watch = (...numbers: string[]) => watchStore(desk.db, desk.now, () => defaultSettings).add(numbers, 'Mia');

function taken(TrackingNumber: string): void {
  const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
  const outcome = { TrackingNumber, IsFinalTrackingNumber: true, ShippingProvider: null, SvcId: null, record: {} };
  const change = {
    events: ['accepted'] as const,
    why: { said: 'test' },
    wait: { setAt: desk.now(), forMs: 0 },
    outcome,
  };
  desk.outbox.sync.settle(claimed!, null, 'test', change, desk.now());
}

describe('the global search finds', () => {
  it('an entry and a recipient in the address book by name', () => {
    desk.label('PKG-1', maria, [mug]);
    const found = search('núñ');
    expect(found.entries.map(({ key }) => key.text)).toEqual(['PKG-1']);
    expect(found.recipients.map(({ Contact }) => bold(Contact))).toEqual([['Núñ']]);
    expect(found.recipients[0]).toMatchObject({ place: { text: 'Sevilla, ES', hits: [] }, by: null });
  });

  it('a SKU in the goods memory and in an imported list, each once, used ones first', () => {
    desk.label('PKG-1', maria, [mug]);
    importList(desk.db, 'skus', [
      { code: 'MUG-1', name: 'Mug' },
      { code: 'SMUGGLER', name: 'Game' },
    ]);
    const found = search('mug');
    expect(found.skus.map(({ Sku }) => Sku.text)).toEqual(['MUG-1', 'SMUGGLER']);
    expect(found.skus.map(({ Sku }) => bold(Sku))).toEqual([['MUG'], ['MUG']]);
  });

  it('goods by their HS code, and shows the matching code', () => {
    desk.label('PKG-1', maria, [mug]);
    expect(search('6911').skus).toMatchObject([{ by: { field: 'HsCode', text: { text: '691110', hits: [[0, 4]] } } }]);
  });

  it('a tracking number among watched numbers and entries, once if it is in both', () => {
    desk.label('PKG-1', maria);
    taken('LX123456789CN');
    watch('LX12345OTHER', 'LX123456789CN', 'ZZ1');
    const found = search('lx 12345');
    expect(found.numbers.map(({ number, watched, entry }) => [number.text, watched, entry?.key])).toEqual([
      ['LX123456789CN', 'moving', 'PKG-1'],
      ['LX12345OTHER', 'moving', undefined],
    ]);
    expect(bold(found.numbers[0]!.number)).toEqual(['LX12345']);
    expect(found.entries[0]?.trackingNumber?.hits).toEqual([[0, 7]]);
  });

  it('a template of any kind by its name', () => {
    const template = templateStore(desk.db, desk.now);
    template.save(2, 'Tassen für María', { query: {}, body: {} }, 'Mia');
    template.save(7, 'Other', { query: {}, body: {} }, 'Mia');
    expect(search('maria').templates).toMatchObject([{ endpoint: 2, name: { hits: [[11, 16]] } }]);
  });

  it('a phone number whatever its spacing', () => {
    desk.label('PKG-1', maria);
    for (const typed of ['600111', '600 111 222', '+34600111222', '600-111-222']) {
      const found = search(typed);
      expect(found.entries, typed).toHaveLength(1);
      expect(found.recipients, typed).toHaveLength(1);
    }
    expect(bold(search('600-111').recipients[0]!.Phone)).toEqual(['600 111']);
  });

  it.each([
    ['王', '王小明'],
    ['محم', 'محمد علي'],
    ['ong', 'Đông Phương'],
    ['ΣΟΦΊ', 'Σοφία'],
    ['ㄱ', 'ㄱㄴ'],
    ['한', '한글'],
  ])('%s in any script', (typed, Contact) => {
    desk.label('PKG-1', { ...maria, Contact });
    const found = search(typed);
    expect(found.entries[0]?.recipient.hits).toHaveLength(1);
    expect(found.recipients[0]?.Contact.hits).toHaveLength(1);
  });
});

describe('a match is highlighted', () => {
  it('in each visible field, and a match in a hidden field is shown with that field', () => {
    desk.label('PKG-1', maria);
    const [entry] = search('maria sierp').entries;
    expect(bold(entry!.recipient)).toEqual(['María']);
    expect(entry?.by).toEqual({ field: 'Street1', text: { text: 'Calle Sierpes', hits: [[6, 11]] } });
  });

  it('in its original form: ligatures, combining accents, digits of other scripts', () => {
    for (const [Contact, typed, marked] of [
      ['Groß Straße', 'strasse', 'Straße'],
      ['Jose\u0301 Pérez', 'jose', 'Jose\u0301'],
      ['Flat ٤٢', '42', '٤٢'],
    ] as const) {
      desk.label(`PKG-${typed}`, { ...maria, Contact });
      expect(bold(search(typed).recipients[0]!.Contact)).toEqual([marked]);
    }
  });

  it('in a key typed without dashes, including the dashes', () => {
    desk.label('PD-00-42', maria);
    expect(bold(search('0042').entries[0]!.key)).toEqual(['00-42']);
  });

  it('group by group if no number contains the typed groups in a row', () => {
    desk.label('PKG-1', { ...maria, Street1: 'Block 77 88 Road 99' });
    expect(search('77 88 99').entries[0]?.by).toMatchObject({ field: 'Street1' });
  });
});

describe('a search text', () => {
  it('returns at most the requested number of each kind, and the total number of entries', () => {
    for (let n = 0; n < 9; n++)
      desk.label(`PKG-${n}`, { ...maria, Street1: `Calle ${n}` }, [{ ...mug, Sku: `PKG-SKU-${n}` }]);
    const found = search('pkg', 4);
    expect(found).toMatchObject({ entriesInAll: 9 });
    expect([found.entries.length, found.skus.length]).toEqual([4, 4]);
    expect(search('maria', 4).recipients).toHaveLength(4);
  });

  it('finds nothing if it is empty', () => {
    desk.label('PKG-1', maria);
    expect(search(' ')).toMatchObject({ entries: [], recipients: [], skus: [], numbers: [], templates: [] });
  });

  it('is never treated as a pattern', () => {
    desk.label('PKG-1', maria);
    watch('LX1');
    for (const typed of ['%', '_', '*', '"', "'", '\\', '.*', 'OR', 'a'.repeat(200)]) {
      const { entries, recipients, numbers } = search(typed);
      expect([entries, recipients, numbers], typed).toEqual([[], [], []]);
    }
  });
});
