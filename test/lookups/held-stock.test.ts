import { lookups } from '../../electron/storage/database/migrations/003-lookups.ts';
import { readTestCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const to = { Country: 'ES' };
let desk: TestOutbox;
beforeEach(() => void (desk = openTestOutbox()));
afterEach(() => desk.close());

let commands = 0;
const add = (endpoint: number, body: object, draft = false): string =>
  desk.outbox.enqueue(`held-stock-${++commands}`, readTestCapture(endpoint, body), '', draft).id;
const outbound = (PackageId: string, Skus: unknown[], more: object = {}) =>
  add(10, { WarehouseId: 'W1', Package: { PackageId, ShipToAddress: to, Skus }, ...more });
const batch = (CustomerOrderNo: string, more: object) =>
  add(8, { CustomerOrderNo, WareHouseCode: 'W1', ServiceCode: 'S', ShipToAddress: to, ...more });
const held = () =>
  desk.db.prepare('SELECT sku, warehouse, quantity, refused FROM held_stock ORDER BY sku, entry').all();

describe('stock reserved by the outbox', () => {
  it('is the sum of outbound order lines per SKU', () => {
    outbound('P1', [{ Sku: 'A', Quantity: 2 }, { Sku: 'A', Quantity: 3 }, { Sku: 'B' }, { Quantity: 9 }, {}]);
    expect(held()).toEqual([{ sku: 'A', warehouse: 'W1', quantity: 5, refused: 0 }]);
  });

  it('of a batch order is the larger of its list and its boxes, not their sum', () => {
    batch('O1', {
      SkuDetails: [{ Sku: 'A', Quantity: 5 }],
      BoxDetails: [
        { BoxNo: '1', SkuDetails: [{ Sku: 'A', Quantity: 4 }] },
        {
          BoxNo: '2',
          SkuDetails: [
            { Sku: 'A', Quantity: 3 },
            { Sku: 'C', Quantity: 1 },
          ],
        },
        {},
      ],
    });
    expect(held()).toEqual([
      { sku: 'A', warehouse: 'W1', quantity: 7, refused: 0 },
      { sku: 'C', warehouse: 'W1', quantity: 1, refused: 0 },
    ]);
  });

  it('excludes drafts, orders of other kinds and withdrawn orders', () => {
    add(10, { Package: { PackageId: 'P1', Skus: [{ Sku: 'A', Quantity: 1 }] } }, true);
    add(2, { Package: { PackageId: 'P2', Skus: [{ Sku: 'A', Quantity: 1 }], ShipToAddress: to } });
    const id = outbound('P3', [{ Sku: 'A', Quantity: 1 }]);
    expect(held()).toHaveLength(1);
    desk.outbox.withdraw(id, { operator: '', why: '', decided: false, alone: false });
    expect(held()).toEqual([]);
  });

  it('is released when the service has the order, and marked when the service refuses it', () => {
    const one = outbound('P1', [{ Sku: 'A', Quantity: 2 }]);
    const other = outbound('P2', [{ Sku: 'A', Quantity: 3 }]);
    desk.db
      .prepare("UPDATE entry SET state = 'accepted', accepted_at = 1, wait_set_at = NULL, wait_for = NULL WHERE id = ?")
      .run(one);
    desk.db
      .prepare(
        "UPDATE entry SET state = 'refused', reason_text = 'no', wait_set_at = NULL, wait_for = NULL WHERE id = ?",
      )
      .run(other);
    expect(held()).toEqual([{ sku: 'A', warehouse: 'W1', quantity: 3, refused: 1 }]);
  });

  it('changes with the order', () => {
    const id = outbound('P1', [{ Sku: 'A', Quantity: 2 }]);
    desk.outbox.change(
      'change-it-1',
      id,
      readTestCapture(10, { Package: { PackageId: 'P1', Skus: [{ Sku: 'B', Quantity: 4 }] } }),
      '',
    );
    expect(held()).toEqual([{ sku: 'B', warehouse: '', quantity: 4, refused: 0 }]);
  });

  it('includes orders captured before the table existed', () => {
    outbound('P1', [{ Sku: 'A', Quantity: 2 }]);
    batch('O1', { BoxDetails: [{ BoxNo: '1', SkuDetails: [{ Sku: 'A', Quantity: 4 }] }] });
    const done = outbound('P2', [{ Sku: 'A', Quantity: 3 }]);
    desk.db.prepare("UPDATE entry SET state = 'accepted', accepted_at = 1 WHERE id = ?").run(done);
    const before = held();
    const drop = /* sql */ `DROP TRIGGER entry_holds_stock; DROP TRIGGER entry_holds_other_stock;
      DROP TABLE held_stock; DROP TABLE watch; DROP TABLE lookup_answer; DROP INDEX entry_sku_waiting`;
    desk.db.exec(`${drop}; ${lookups.sql}`);
    expect(before).toHaveLength(2);
    expect(held()).toEqual(before);
  });
});
