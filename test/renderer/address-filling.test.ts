import { blockKindOf, AddressFill } from '../../renderer/forms/address/address-fill.svelte.ts';
import { partiesOf, type Party } from '../../renderer/forms/address/parties.ts';
import { noteOf } from '../../renderer/forms/field-texts.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { maxBlockLength } from '../../shared/paste-address/read-block.ts';
import { describe, expect, it } from 'vitest';

const to = 'Package.ShipToAddress';
const block = 'Jane Doe\nHeidestraße 17\n51147 Köln\nGermany\n+49 30 901820';

function started(endpoint: 1 | 2 | 6 | 7 | 8 | 10 = 2): { form: OrderForm; filling: AddressFill; recipient: Party } {
  const form = new OrderForm(endpoint);
  form.startFrom({});
  const filling = new AddressFill(form);
  const [recipient] = filling.parties;
  if (!recipient) throw new Error('no recipient');
  return { form, filling, recipient };
}

describe('the parties of a create', () => {
  it.each([
    [1, ['Package.ShipToAddress', 'Package.Sender', 'Package.ExportsInfo', 'Package.ImportsInfo']],
    [2, ['Package.ShipToAddress', 'Package.Sender', 'Package.ExportsInfo', 'Package.ImportsInfo']],
    [4, []],
    [6, ['ShipToAddress', 'ShipperInfo']],
    [7, ['ShipToAddress', 'Sender']],
    [8, ['ShipToAddress']],
    [9, []],
    [10, ['Package.ShipToAddress', 'Package.ExportsInfo', 'Package.ImportsInfo']],
    [15, []],
  ] as const)('of endpoint %i are listed, the recipient first', (endpoint, paths) => {
    expect(
      partiesOf(endpoint)
        .map(({ at }) => at)
        .toSorted(),
    ).toEqual(paths.toSorted());
    if (paths.length > 0) expect(partiesOf(endpoint)[0]?.at).toBe(paths[0]);
  });

  it('have only the fields of their endpoint', () => {
    expect(partiesOf(1)[0]?.fields.has('District')).toBe(true);
    expect(partiesOf(2)[0]?.fields.has('District')).toBe(false);
  });
});

describe('text pasted into an address field', () => {
  it('is a block if it has several lines or several parts of an address', () => {
    expect(blockKindOf(block)).toBe('block');
    expect(blockKindOf('Jane Doe, Heidestraße 17, 51147 Köln, Germany')).toBe('block');
    expect(blockKindOf('王小明 13800138000 广东省深圳市南山区科技路15号')).toBe('block');
  });

  it('is plain text if it is one part of an address', () => {
    for (const text of ['Jane Doe', 'Doe, Jane', '12 High Street, Flat 3', '+49 30 901820', 'Köln\n', '', '  \n '])
      expect(blockKindOf(text), text).toBe('plain');
  });

  it('is refused if it has several lines and exceeds the limits of parsing, but a long line is plain text', () => {
    expect(blockKindOf('Jane Doe\n'.repeat(120_000))).toBe('too-long');
    expect(blockKindOf(Array.from({ length: 41 }, (_, line) => `line ${line}`).join('\n'))).toBe('too-long');
    expect(blockKindOf('x'.repeat(1_000_000))).toBe('plain');
  });
});

describe('a pasted block', () => {
  it('fills the fields it names and marks unsure ones', () => {
    const { form, filling, recipient } = started();
    expect(filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln')).toBe(true);
    expect(form.textAt(`${to}.City`)).toBe('Köln');
    expect(form.textAt(`${to}.Street1`)).not.toBe('');
    // Without a country the postcode proves nothing.
    expect(filling.doubtfulPaths.has(`${to}.Postcode`)).toBe(true);
    expect(filling.firstStop).toMatch(/^Package\.ShipToAddress\./);
  });

  it('keeps typed text, lists it, and replaces it on request', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.City`, 'Bonn');
    filling.fillBlock(recipient, block);
    expect(form.textAt(`${to}.City`)).toBe('Bonn');
    expect(filling.lastFill?.kept).toMatchObject([{ path: `${to}.City`, here: 'Bonn', there: 'Köln' }]);
    filling.overwriteKept();
    expect(form.textAt(`${to}.City`)).toBe('Köln');
    expect(filling.lastFill?.kept).toEqual([]);
  });

  it('replaces the values of an earlier block, but nothing typed since', () => {
    const { form, filling, recipient } = started();
    filling.fillBlock(recipient, block);
    form.enterText(`${to}.Contact`, 'Jane M. Doe');
    filling.fillBlock(recipient, 'Ola Nordmann\nStorgata 5\n0155 Oslo\nNorway');
    expect(form.textAt(`${to}.Contact`)).toBe('Jane M. Doe');
    expect(form.textAt(`${to}.City`)).toBe('Oslo');
    // The second block has no phone, and the first one's belongs to another person.
    expect(form.textAt(`${to}.Phone`)).toBe('');
  });

  it.each(['carried', 'template', 'order'] as const)(
    'replaces the whole address the form started with (%s), including visited fields and those the block lacks',
    (origin) => {
      const { form, filling, recipient } = started();
      const old = {
        Contact: 'Ana Ruiz',
        Phone: '+34600111222',
        Email: 'ana@shop.example',
        Country: 'ES',
        City: 'Madrid',
      };
      for (const [name, text] of Object.entries({ ...old, Street1: 'Calle Mayor', HouseNumber: '8', Street2: '3º B' }))
        form.prefill(`${to}.${name}`, text, origin);
      form.prefill('Package.Custom', 'Shelf B24', origin);
      form.readForm();
      form.leaveField(`${to}.Phone`);
      const before = form.body;
      filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln\nGermany');
      expect(form.body).toMatchObject({ Package: { Custom: 'Shelf B24' } });
      const { Package } = form.body as { Package: { ShipToAddress: unknown } };
      expect(Package.ShipToAddress).toEqual({
        ...{ Contact: 'Jane Doe', Street1: 'Heidestraße', HouseNumber: '17' },
        ...{ Postcode: '51147', City: 'Köln', Country: 'DE' },
      });
      expect(filling.lastFill?.kept).toEqual([]);
      // A block without a country is not parsed as one of the previous address's country.
      filling.undo();
      expect(form.body).toEqual(before);
      filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln');
      expect(form.textAt(`${to}.Country`)).toBe('');
      expect(form.textAt(`${to}.Phone`)).toBe('');
    },
  );

  it('keeps text typed into a carried-over address, and lists it', () => {
    const { form, filling, recipient } = started();
    form.prefill(`${to}.Contact`, 'Ana Ruiz', 'carried');
    form.prefill(`${to}.Phone`, '+34600111222', 'carried');
    form.enterText(`${to}.Phone`, '+49 30 1234');
    filling.fillBlock(recipient, block);
    expect(form.textAt(`${to}.Contact`)).toBe('Jane Doe');
    expect(filling.lastFill?.kept).toMatchObject([{ path: `${to}.Phone`, here: '+49 30 1234' }]);
  });

  it('replaces the text of the field it is pasted into', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.Contact`, 'Ja');
    filling.fillBlock(recipient, block, `${to}.Contact`);
    expect(form.textAt(`${to}.Contact`)).toBe('Jane Doe');
  });

  it('is undone as a whole, which restores the previous block and its marks', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.City`, 'Bonn');
    const before = form.body;
    filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln');
    const doubts = [...filling.doubtfulPaths];
    filling.fillBlock(recipient, 'Ola Nordmann\nStorgata 5\n0155 Oslo\nNorway');
    filling.undo();
    expect([...filling.doubtfulPaths]).toEqual(doubts);
    expect(filling.lastFill?.text).toContain('Heidestraße');
    filling.undo();
    expect(form.body).toEqual(before);
    expect(filling.lastFill).toBe(null);
    expect(filling.doubtfulPaths.size).toBe(0);
  });

  it('puts a district into an empty second street line if the order has no district field', () => {
    const { form, filling, recipient } = started();
    filling.fillBlock(recipient, '王小明\n13800138000\n广东省深圳市南山区科技路15号');
    expect(form.textAt(`${to}.Street2`)).toBe('南山区');
    expect(filling.lastFill?.lacking).toEqual([]);
    filling.fillBlock(recipient, '王小明\n13800138000\n广东省深圳市福田区科技路15号');
    expect(form.textAt(`${to}.Street2`), 'of a block before it').toBe('福田区');
    filling.undo();
    filling.undo();
    expect(form.textAt(`${to}.Street2`)).toBe('');
  });

  it('lists parts this kind of order has no field for', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.Street2`, '3 楼');
    filling.fillBlock(recipient, '王小明\n13800138000\n广东省深圳市南山区科技路15号');
    expect(filling.lastFill?.lacking).toEqual([{ name: 'District', text: '南山区' }]);
    expect(form.textAt(`${to}.Street2`)).toBe('3 楼');
    const dropShip = started(1);
    dropShip.filling.fillBlock(dropShip.recipient, '王小明\n13800138000\n广东省深圳市南山区科技路15号');
    expect(dropShip.filling.lastFill?.lacking).toEqual([]);
    expect(dropShip.form.textAt(`${to}.District`)).toBe('南山区');
  });

  it('is refused without a change if it is a megabyte long', () => {
    const { form, filling, recipient } = started();
    const huge = 'Jane Doe\n'.repeat(120_000);
    expect(filling.fillBlock(recipient, huge)).toBe(false);
    expect(filling.partyOfTooLongBlock).toBe(to);
    expect([...form.texts]).toEqual([]);
    expect(huge.length).toBeGreaterThan(maxBlockLength);
  });

  it('drops invisible characters and reports it', () => {
    const { form, filling, recipient } = started();
    filling.fillBlock(recipient, 'Jane\u202e Doe\u0000\nHeidestraße 17\n51147 Köln\nGermany');
    expect(form.textAt(`${to}.Contact`)).toBe('Jane Doe');
    expect(filling.lastFill?.unseen).toBe(true);
    filling.fillBlock(recipient, block);
    expect(filling.lastFill?.unseen).toBe(false);
  });

  it('keeps emoji and HTML as written', () => {
    const { form, filling, recipient } = started();
    filling.fillBlock(recipient, 'Name: Jane 👩🏽‍🚀 <b>Doe</b>\nStreet: Heidestraße 17\nCountry: Germany');
    expect(form.textAt(`${to}.Contact`)).toBe('Jane 👩🏽‍🚀 <b>Doe</b>');
  });
});

describe('a field', () => {
  it('has a note about invisible characters, but none for emoji or other scripts', () => {
    const { form } = started();
    const note = (text: string) => {
      form.enterText(`${to}.Contact`, text);
      return noteOf(form, `${to}.Contact`, undefined);
    };
    for (const text of ['Jane\u202e Doe', 'Jane\u0000', '\u200fJane', 'Jane\ufeff'])
      expect(note(text), text).toContain('invisible characters');
    for (const text of ['Jane', '王小明', 'دبي', '👩🏽‍🚀', 'क्‍ष', '<b>', 'a\nb']) expect(note(text), text).toBe(undefined);
  });
});

describe('a mark', () => {
  it('disappears when the user visits and leaves the field, but not when the block was pasted into it', () => {
    const { filling, recipient } = started();
    filling.noteVisit(`${to}.Postcode`);
    filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln');
    filling.markReviewed(`${to}.Postcode`);
    expect(filling.doubtfulPaths.has(`${to}.Postcode`)).toBe(true);
    filling.noteVisit(`${to}.Postcode`);
    filling.markReviewed(`${to}.Postcode`);
    expect(filling.doubtfulPaths.has(`${to}.Postcode`)).toBe(false);
  });

  it('is restored with the form', () => {
    const { form, filling, recipient } = started();
    filling.fillBlock(recipient, 'Jane Doe\nHeidestraße 17\n51147 Köln');
    const again = new AddressFill(form);
    again.restore(structuredClone(filling.takeSnapshot()));
    expect([...again.doubtfulPaths]).toEqual([...filling.doubtfulPaths]);
  });
});

describe('an address from the address book', () => {
  const address = {
    Contact: 'Zoë Åkesson',
    Country: 'SE',
    City: 'Göteborg',
    District: 'Majorna',
    Phone: '+46701234567',
  };

  it('replaces typed text and lists it', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.Contact`, 'Zo');
    form.enterText(`${to}.City`, 'Malmö');
    filling.fillFromBook(recipient, address, `${to}.Contact`);
    expect(form.textAt(`${to}.Contact`)).toBe('Zoë Åkesson');
    expect(form.textAt(`${to}.City`)).toBe('Göteborg');
    expect(filling.lastFill?.kept).toMatchObject([{ path: `${to}.City`, here: 'Malmö' }]);
    expect(form.textAt(`${to}.Street2`), 'which label orders have instead of a district').toBe('Majorna');
    expect(filling.lastFill?.lacking).toEqual([]);
    expect(filling.firstStop).toBe(null);
    filling.fillFromBook(recipient, { ...address, Street2: 'c/o Lind' });
    expect(form.textAt(`${to}.Street2`)).toBe('c/o Lind');
    expect(filling.lastFill?.lacking).toEqual([{ name: 'District', text: 'Majorna' }]);
  });

  it('marks an ID number that it does not replace', () => {
    const { form, filling, recipient } = started();
    form.enterText(`${to}.IDNumber`, '19800101');
    filling.fillFromBook(recipient, address);
    expect(form.textAt(`${to}.IDNumber`)).toBe('19800101');
    expect(filling.doubtfulPaths.has(`${to}.IDNumber`)).toBe(true);
  });
});
