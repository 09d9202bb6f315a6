import { changingFields, differingFields, FlatBody } from '../../electron/memory/changing-fields.ts';
import { readCapture } from '../../electron/outbox/capture.ts';
import { createNumbers, createOf } from '../../shared/creates/create-kinds.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { maria, mug, openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

let keys = 0;
const enter = (more: object, operator = 'Ana'): unknown => {
  const Package = { PackageId: `A-${++keys}`, ServiceCode: 'SGP', ShipToAddress: maria, Weight: 100, Skus: [mug] };
  return desk.enter(2, { Package: { ...Package, ...more } }, operator);
};
const changing = (operator?: string) => changingFields(desk.db)(2, operator);
const differing = (one: unknown, other: unknown) => [...differingFields(new FlatBody(one), new FlatBody(other))];

describe('the fields that usually change', () => {
  it('are those that differ between an operator’s latest entries of a kind, except the key', () => {
    enter({});
    enter({ Weight: 250, ShipToAddress: { ...maria, Contact: 'José Ortiz' } });
    enter({ Weight: 250, ServiceCode: 'EXP' }, 'Bo');
    enter({ Weight: 250, ShipToAddress: maria });
    expect(changing('Ana').toSorted()).toEqual(['Package.ShipToAddress.Contact', 'Package.Weight']);
    expect(changing()).toContain('Package.ServiceCode');
  });

  it('come from a table if no two entries differ', () => {
    expect(changing('Ana')).toEqual(createOf(2).varyingFields);
    enter({});
    enter({});
    expect(changing('Ana')).toEqual(createOf(2).varyingFields);
    expect(changingFields(desk.db)(16, 'Ana')).toEqual([]);
  });

  it('exclude fields that differed in only one of more than five comparisons', () => {
    for (let weight = 1; weight <= 10; weight++) enter({ Weight: weight, Remark: weight > 9 ? 'fragile' : 'none' });
    expect(changing('Ana')).toEqual(['Package.Weight']);
  });

  it('are determined from the latest ten entries only', () => {
    for (const ServiceCode of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) enter({ ServiceCode, Weight: 1 });
    for (let weight = 1; weight <= 10; weight++) enter({ Weight: weight });
    expect(changing('Ana')).toEqual(['Package.Weight']);
  });

  it('are determined from fewer entries if entries are long', () => {
    const Skus = Array.from({ length: 400 }, (_, line) => ({ ...mug, Sku: `MUG-${line}` }));
    for (const ServiceCode of ['A', 'B', 'C']) enter({ ServiceCode, Weight: ServiceCode === 'A' ? 1 : 2, Skus });
    expect(changing('Ana')).toEqual(['Package.ServiceCode', 'Package.Weight']);
    const more = Skus.flatMap((line) => [line, line, line, line]);
    for (const ServiceCode of ['D', 'D']) enter({ ServiceCode, Weight: 3, Skus: more });
    enter({ ServiceCode: 'D', Weight: 4, Skus: more });
    expect(changing('Ana')).toEqual(['Package.Weight']);
  });

  it('include values specific to the last entry, even if they never changed before', () => {
    enter({ ImportTrackingNumber: 'T-1' });
    enter({ ImportTrackingNumber: 'T-1', Weight: 2 });
    expect(changing('Ana')).toEqual(['Package.Weight', 'Package.ImportTrackingNumber']);
  });

  it('are determined from typed entries, not from imported ones', () => {
    enter({ Weight: 1 });
    enter({ Weight: 2 });
    const imported = Array.from({ length: 12 }, (_, at) => {
      const Package = { PackageId: `I-${at}`, ServiceCode: `S-${at}`, ShipToAddress: maria, ImportTrackingNumber: 'T' };
      const read = readCapture({ endpoint: 2, body: { Package } }, { sync: 0, idType: 'PackageId', lang: 'zh' });
      if (!read.ok) throw new Error(read.problem.message);
      return read.value;
    });
    desk.outbox.enqueueMany(imported, 'Ana', false, true);
    // Values specific to the last entry must be entered again, whatever their origin.
    expect(changing('Ana')).toEqual(['Package.Weight', 'Package.ImportTrackingNumber']);
    expect(changing()).toEqual(changing('Ana'));
    desk.outbox.enqueueMany(
      imported.map((one) => ({ ...one, key: { ...one.key, value: `${one.key.value}-B` } })),
      'Bo',
      false,
      true,
    );
    expect(changing('Bo').slice(0, -1)).toEqual(createOf(2).varyingFields);
  });

  it('in the table of each create are fields of its contract, and never its key', () => {
    for (const endpoint of createNumbers) {
      const paths = new Set(describeFields(endpoint).map(({ path }) => path));
      expect(createOf(endpoint).varyingFields.filter((field) => !paths.has(field))).toEqual([]);
    }
  });
});

describe('two bodies, line by line', () => {
  it('differ in a column once, whichever line differs', () => {
    const body = (first: number, second: number) => ({ Skus: [{ Quantity: first }, { Quantity: second }] });
    expect(differing(body(1, 2), body(3, 4))).toEqual(['Skus[].Quantity']);
    expect(differing(body(1, 2), body(1, 2))).toEqual([]);
  });

  it('differ in a list that has more lines, including a nested list', () => {
    const body = (...counts: number[]) => ({
      Boxes: counts.map((count) => ({ Skus: Array.from({ length: count }, () => ({ Quantity: 1 })) })),
    });
    expect(differing(body(1), body(1, 1))).toEqual(['Boxes[].Skus[].Quantity', 'Boxes', 'Boxes[].Skus']);
    expect(differing(body(1), body(2))).toContain('Boxes[].Skus');
    expect(differing(body(1), body(2))).not.toContain('Boxes');
  });

  it('with other goods differ in the goods’ name, not in the details that belong to it', () => {
    const line = (Sku: string, HsCode: string, Quantity: number) => ({ Skus: [{ Sku, HsCode, Quantity }] });
    expect(differing(line('MUG-1', '691110', 1), line('PEN-1', '960810', 1))).toEqual(['Skus[].Sku']);
    expect(differing(line('MUG-1', '691110', 1), line('MUG-1', '691111', 1))).toEqual(['Skus[].HsCode']);
    const named = (DeclareNameEn: string, Weight: number) => ({ Skus: [{ DeclareNameEn, Weight }] });
    expect(differing(named('Mug', 300), named('Pen', 20))).toEqual(['Skus[].DeclareNameEn']);
  });

  it('are equal if one has an empty text and the other no value', () => {
    expect(differing({ Remark: '' }, {})).toEqual([]);
    expect(differing({ Remark: 'x' }, {})).toEqual(['Remark']);
  });
});
