import { scanFinder } from '../../electron/memory/scan-finder.ts';
import { templateStore } from '../../electron/memory/templates.ts';
import { makePackageId } from '../../shared/creates/package-id.ts';
import { badgeCode, commandCode } from '../../shared/scan/read-code.ts';
import { maria, mug, openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('a scanned code', () => {
  it('finds an entry by key or tracking number, a SKU of this desk, a command or a badge, or is unknown', () => {
    desk.label('A-1', maria, [mug]);
    desk.learn();
    desk.db.prepare("UPDATE entry SET tracking_number = '9400100000000000000001' WHERE key = 'A-1'").run();
    const find = scanFinder(desk.db);
    expect(find('A-1')).toMatchObject({ is: 'entry', entries: [{ key: 'A-1', endpoint: 2 }] });
    expect(find('9400100000000000000001')).toMatchObject({ is: 'entry' });
    expect(find('420941039400100000000000000001')).toMatchObject({ is: 'entry' });
    expect(find('MUG-1')).toEqual({ is: 'sku', text: 'MUG-1', Sku: 'MUG-1' });
    expect(find(commandCode('NEXT'))).toEqual({ is: 'command', command: 'NEXT' });
    expect(find(badgeCode('K7M3A'))).toEqual({ is: 'badge', badge: 'K7M3A' });
    expect(find('MUG-2')).toEqual({ is: 'unknown', text: 'MUG-2' });
  });

  it('finds a template by its full name, ignoring case: exact spelling first, then the most used; entries and goods take precedence', () => {
    const store = templateStore(desk.db, desk.now);
    const boxes = store.save(6, 'MUGS to Malmö', { query: {}, body: {} }, 'Ana');
    const mugs = store.save(2, 'Mugs to Malmö', { query: {}, body: {} }, 'Ana');
    for (const taken of ['A-1', 'MUG-1']) store.save(2, taken, { query: {}, body: {} }, 'Ana');
    desk.label('A-1', maria, [mug]);
    desk.learn();
    const find = scanFinder(desk.db);
    const [small, large] = [
      { id: mugs, endpoint: 2, name: 'Mugs to Malmö' },
      { id: boxes, endpoint: 6, name: 'MUGS to Malmö' },
    ];
    store.use(boxes);
    expect(find(' mugs  to malmo')).toEqual({ is: 'template', text: 'mugs  to malmo', templates: [large, small] });
    expect(find('Mugs to Malmö')).toMatchObject({ is: 'template', templates: [small, large] });
    expect(find('Mugs to')).toEqual({ is: 'unknown', text: 'Mugs to' });
    expect(find('A-1')).toMatchObject({ is: 'entry' });
    expect(find('MUG-1')).toMatchObject({ is: 'sku' });
  });

  it('that is a PackageId with a typing error suggests the entry of this desk that is meant', () => {
    const id = makePackageId({ desk: 'K7M3A', generation: 1, madeAt: desk.now(), counter: 41 });
    desk.label(id, maria);
    const typed = `${id.slice(0, 3)}${id.charAt(3) === '4' ? '5' : '4'}${id.slice(4)}`;
    expect(scanFinder(desk.db)(typed)).toEqual({ is: 'mistyped', text: typed, meant: [id] });
  });
});
