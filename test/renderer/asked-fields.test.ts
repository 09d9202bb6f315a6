import { AddressFill } from '../../renderer/forms/address/address-fill.svelte.ts';
import { CreateForm } from '../../renderer/forms/create-form.svelte.ts';
import { pathAfterCell, pathAfterList, firstFieldToReconfirm } from '../../renderer/forms/enter-navigation.ts';
import type { FormSource } from '../../renderer/forms/fields-to-reconfirm.svelte.ts';
import type { CreateKind } from '../../renderer/forms/form-fields.ts';
import { markFieldsToReconfirm, partsToReconfirm } from '../../renderer/forms/mark-fields-to-reconfirm.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { describe, expect, it } from 'vitest';

const mug = { Sku: 'MUG-1', Quantity: 1, DeclareNameEn: 'Mug', HsCode: '691110' };
const address = { Contact: 'Ann', Country: 'SE', City: 'Oslo', HouseNumber: '4B' };
const body = { Package: { ServiceCode: 'SGP', Weight: 480, ShipToAddress: address, Skus: [mug, mug] } };
const goods = 'Package.Skus';
const to = (name: string) => `Package.ShipToAddress.${name}`;

function begun(
  changing: readonly string[],
  from: object = body,
  kind: CreateKind = 'label-order',
  origin: FormSource = 'carried',
) {
  const form = new CreateForm(kind, null);
  const { fields } = form;
  form.startFrom(from);
  form.origins.setOriginOfAll(origin);
  markFieldsToReconfirm(form, origin, changing);
  const part = fields.lists[0];
  if (!part) throw new Error('a form with a list is meant');
  return { form, fields, part, asked: form.fieldsToReconfirm };
}

describe('a form started from another', () => {
  it('asks for the fields that usually change, and carries the others over', () => {
    const { asked, form } = begun(['Package.Weight', `${goods}[].Quantity`, 'Nothing.OfThisForm']);
    expect(asked.needsReconfirm('Package.Weight')).toBe(true);
    expect(asked.isCarriedOver('Package.ServiceCode')).toBe(true);
    expect(asked.needsReconfirm(`${goods}[1].Quantity`)).toBe(true);
    expect(asked.isCarriedOver(`${goods}[1].Sku`)).toBe(true);
    expect(firstFieldToReconfirm(form)).toBe('Package.PackageId');
  });

  it('asks for every filled field of an address, folded or not, if one of its fields usually changes', () => {
    const { asked } = begun([to('Contact')]);
    for (const name of ['Contact', 'Country', 'City', 'HouseNumber'])
      expect(asked.needsReconfirm(to(name)), name).toBe(true);
    expect(asked.isCarriedOver(to('Province'))).toBe(true);
  });

  it('asks for the unfolded fields of a missing address', () => {
    const { asked } = begun([to('City')], { Package: { ServiceCode: 'SGP' } });
    expect(asked.needsReconfirm(to('Contact'))).toBe(true);
    expect(asked.needsReconfirm(to('Country'))).toBe(true);
    expect(asked.needsReconfirm(to('HouseNumber'))).toBe(false);
  });

  it('also asks for what its template leaves blank: unfolded fields, a whole address, goods', () => {
    const { asked } = begun(['Remark'], { Package: { Weight: 480 } }, 'label-order', 'template');
    for (const path of ['Package.ServiceCode', to('Contact'), to('City'), `${goods}[0].Sku`, `${goods}[0].HsCode`])
      expect(asked.isCarriedOver(path), path).toBe(false);
    expect(asked.isCarriedOver('Package.Weight')).toBe(true);
    const whole = begun(['Remark'], body, 'label-order', 'template').asked;
    for (const path of [to('Province'), to('Contact'), `${goods}[0].Sku`])
      expect(whole.isCarriedOver(path), path).toBe(true);
    expect(begun(['Remark'], { Package: { Weight: 480 } }).asked.isCarriedOver('Package.ServiceCode')).toBe(true);
  });

  it('asks for the quantity if it asks for the SKU', () => {
    expect(begun([`${goods}[].Sku`]).asked.needsReconfirm(`${goods}[0].Quantity`)).toBe(true);
  });

  it('is an ordinary form if it has nothing to ask for', () => {
    const { asked, form } = begun([]);
    expect(asked.isActive).toBe(false);
    expect(asked.isCarriedOver('Package.ServiceCode')).toBe(false);
    expect(firstFieldToReconfirm(form)).toBeUndefined();
  });

  it('lists what it asks for, each part once, in form order', () => {
    const { form } = begun([`${goods}[].Sku`, to('City'), to('Contact'), 'Package.Weight', 'Remark']);
    expect(partsToReconfirm(form)).toEqual([
      { field: 'Package.PackageId' },
      { field: 'Package.Weight' },
      { party: 'ShipToAddress' },
      { list: 'goods' },
      { field: 'Remark' },
    ]);
  });

  it('asks for the same fields after a reload', () => {
    const { form } = begun(['Package.Weight']);
    const again = new OrderForm(2);
    again.restore(form.takeSnapshot());
    expect(again.fieldsToReconfirm.needsReconfirm('Package.Weight')).toBe(true);
    expect(again.fieldsToReconfirm.isCarriedOver(`${goods}[1].Sku`)).toBe(true);
    again.startFrom({});
    expect(again.fieldsToReconfirm.isActive).toBe(false);
  });
});

describe('an answered field of such a form', () => {
  const reloaded = (form: OrderForm): OrderForm => {
    const again = new OrderForm(2);
    again.restore(structuredClone(form.takeSnapshot()));
    return again;
  };

  it('is not asked for again after a reload if an address from the book filled it, unless that was undone', () => {
    const { form } = begun([to('Contact')]);
    const filling = new AddressFill(form);
    const [party] = filling.parties;
    if (!party) throw new Error('a party is meant');
    filling.fillFromBook(party, { Contact: 'Bo', Country: 'SE', City: 'Lund' });
    expect(form.changedTexts.takeTexts()).toBe(null);
    const again = reloaded(form);
    for (const name of ['Contact', 'Country', 'City'])
      expect(again.fieldsToReconfirm.isCarriedOver(to(name)), name).toBe(true);
    expect(again.tree.findLeaf(to('City'))?.isVisited).toBe(true);
    filling.undo();
    expect(reloaded(form).fieldsToReconfirm.needsReconfirm(to('City'))).toBe(true);
  });

  it('is stored as answered when it is visited without a change', () => {
    const { form } = begun(['Package.Weight']);
    form.takeSnapshot();
    form.leaveField('Package.Weight');
    expect(form.changedTexts.takeTexts()).toBe(null);
    expect(reloaded(form).tree.findLeaf('Package.Weight')?.isVisited).toBe(true);
    form.leaveField('Remark');
    expect(form.changedTexts.takeTexts()?.size).toBe(0);
  });
});

describe('Enter in the lines of such a form', () => {
  it('moves from one asked cell to the next, line by line, and leaves the list after the last', () => {
    const { form, part } = begun([`${goods}[].Quantity`]);
    const grid = { form, part, list: goods };
    expect(pathAfterCell(grid, 0, 'Quantity', false)).toBe(`${goods}[1].Quantity`);
    expect(pathAfterCell(grid, 1, 'Quantity', false)).toBe(null);
    expect(form.lineCount(goods)).toBe(2);
  });

  it('starts a new line, filled in as in any form, if the number of lines usually changes', () => {
    const { form, part } = begun([goods, `${goods}[].Sku`]);
    const grid = { form, part, list: goods };
    expect(pathAfterCell(grid, 1, 'Quantity', false)).toBe(`${goods}[2].Sku`);
    expect(pathAfterCell(grid, 2, 'Sku', false)).toBe(null);
    form.enterText(`${goods}[2].Sku`, 'PEN-1');
    expect(pathAfterCell(grid, 2, 'Quantity', false)).toBe(`${goods}[2].DeclareNameEn`);
  });

  it('moves through all cells of a list that was not carried over', () => {
    const { form, part } = begun([`${goods}[].Sku`], { Package: { ServiceCode: 'SGP' } });
    expect(pathAfterCell({ form, part, list: goods }, 0, 'Quantity', false)).toBe(`${goods}[0].DeclareNameEn`);
  });

  it('moves to a folded field of a line if it is asked for', () => {
    const { form, part } = begun([`${goods}[].ProductLink`]);
    expect(pathAfterCell({ form, part, list: goods }, 0, 'Sku', false)).toBe(`${goods}[0].ProductLink`);
  });

  it('enters the boxes and moves on to the fields asked for after them', () => {
    const box = { CustomContainerNo: '1', Weight: 5, SkuInfos: [mug] };
    const order = { PackageId: 'X', ServiceCode: 'SEA', ContainerInfos: [box, box] };
    const inBox = 'ContainerInfos[].SkuInfos[].Quantity';
    const { form, part } = begun(['ContainerInfos[].Weight', inBox, 'Remark'], order, 'box-order');
    const grid = { form, part, list: 'ContainerInfos' };
    expect(pathAfterCell(grid, 0, 'Weight', false)).toBe('ContainerInfos[0].SkuInfos[0].Quantity');
    expect(pathAfterList(form, part)).toBe('Remark');
    expect(pathAfterList(form)).toBe('ContainerInfos[0].Weight');
  });

  it('moves as in any form in lines that have moved', () => {
    const { form, part } = begun([`${goods}[].Quantity`]);
    form.removeLine(goods, 0);
    expect(pathAfterCell({ form, part, list: goods }, 0, 'Quantity', false)).toBe(`${goods}[0].DeclareNameEn`);
  });
});
