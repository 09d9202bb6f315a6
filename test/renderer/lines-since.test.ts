import { noteOf } from '../../renderer/forms/field-texts.ts';
import { formOf, type CreateKind, textsOfBody } from '../../renderer/forms/form-fields.ts';
import { compareLines } from '../../renderer/forms/line-changes.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { describe, expect, it } from 'vitest';

const goods = 'Package.Skus';
const order = {
  Package: {
    PackageId: 'P-1',
    Skus: [
      { Sku: 'MUG-BLUE', Quantity: 2 },
      { Sku: 'PEN', Quantity: 5 },
      { DeclareNameEn: 'Lamp', Quantity: 1, Weight: 300 },
    ],
  },
};
const box = (CustomContainerNo: string, ...Skus: string[]) => ({
  CustomContainerNo,
  Length: 30,
  SkuInfos: Skus.map((Sku, at) => ({ Sku, Quantity: at + 1 })),
});
const boxes = { PackageId: 'B-1', ContainerInfos: [box('BX-1', 'A', 'B'), box('BX-2', 'C'), box('BX-3', 'D', 'E')] };

/** The correction form of an order that was sent. */
function mend(body: object = order, kind: CreateKind = 'label-order', list = goods) {
  const fields = formOf[kind];
  const form = new OrderForm(fields.endpoint);
  form.startFrom(body);
  const sent = textsOfBody(body, 'en');
  const [part] = fields.lists;
  if (!part) throw new Error('a form with a list is meant');
  const inner = part.nested;
  return {
    form,
    note: (path: string) => noteOf(form, path, sent),
    since: (at = list) => compareLines(form, at === list || !inner ? part : inner, at, sent),
  };
}

describe('sent lines', () => {
  it('are listed when dropped, by SKU or name, with their quantity', () => {
    const { form, since } = mend();
    expect(since()).toEqual({ sentCount: 3, removedLines: [], addedCount: 0 });
    form.removeLine(goods, 0);
    expect(since()?.removedLines).toEqual([{ line: 0, name: 'MUG-BLUE', quantity: '2', nestedLines: [] }]);
    form.removeLine(goods, 1);
    expect(since()?.removedLines[1]).toEqual({ line: 2, name: 'Lamp', quantity: '1', nestedLines: [] });
    form.removeLine(goods, 0);
    expect(since()?.removedLines).toHaveLength(3);
  });

  it('are compared with what was sent of them, not of the line whose place they take', () => {
    const { form, note } = mend();
    form.removeLine(goods, 0);
    expect(note(`${goods}[0].Sku`)).toBe(undefined);
    form.enterText(`${goods}[0].Quantity`, '4');
    expect(note(`${goods}[0].Quantity`)).toBe('sent: 5');
  });

  it('do not include lines added since, even in the place of a dropped one', () => {
    const { form, since, note } = mend();
    form.removeLine(goods, 2);
    form.addLine(goods);
    expect(since()?.addedCount).toBe(0);
    form.enterText(`${goods}[2].Sku`, 'CUP');
    expect(note(`${goods}[2].Sku`)).toBe(undefined);
    form.copyLine(goods, 0);
    expect(note(`${goods}[3].Quantity`)).toBe(undefined);
    expect(since()).toMatchObject({ sentCount: 3, addedCount: 2, removedLines: [{ name: 'Lamp' }] });
  });

  it('are compared within their box, whatever place it has now', () => {
    const { form, since, note } = mend(boxes, 'box-order', 'ContainerInfos');
    form.removeLine('ContainerInfos', 0);
    expect(since()?.removedLines).toEqual([
      {
        line: 0,
        name: 'BX-1',
        quantity: '',
        nestedLines: [
          { line: 0, name: 'A', quantity: '1', nestedLines: [] },
          { line: 1, name: 'B', quantity: '2', nestedLines: [] },
        ],
      },
    ]);
    expect(since('ContainerInfos[1].SkuInfos')).toEqual({ sentCount: 2, removedLines: [], addedCount: 0 });
    form.removeLine('ContainerInfos[1].SkuInfos', 0);
    expect(since('ContainerInfos[1].SkuInfos')?.removedLines[0]?.name).toBe('D');
    form.enterText('ContainerInfos[1].SkuInfos[0].Sku', 'X');
    expect(note('ContainerInfos[1].SkuInfos[0].Sku')).toBe('sent: E');
  });

  it('are not reported for a box that was added as a whole', () => {
    const { form, since } = mend(boxes, 'box-order', 'ContainerInfos');
    form.copyLine('ContainerInfos', 0);
    expect(since('ContainerInfos[3].SkuInfos')).toBe(undefined);
  });

  it('are still known after a reload', () => {
    const { form, note } = mend();
    form.removeLine(goods, 0);
    const kept = structuredClone(form.takeSnapshot());
    form.startFrom(order);
    form.restore(kept);
    form.enterText(`${goods}[0].Quantity`, '4');
    expect(note(`${goods}[0].Quantity`)).toBe('sent: 5');
    form.startFrom(order);
    const untouched = structuredClone(form.takeSnapshot());
    form.startFrom(order);
    form.restore(untouched);
    form.enterText(`${goods}[2].Quantity`, '4');
    expect(note(`${goods}[2].Quantity`)).toBe('sent: 1');
  });
});
