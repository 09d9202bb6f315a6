import { findFieldInMessage } from '../../renderer/forms/find-field-in-message.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { describe, expect, it } from 'vitest';

function boxOrder(): OrderForm {
  const form = new OrderForm(6);
  const box = (skus: string[]) => ({ CustomContainerNo: 'B', SkuInfos: skus.map((Sku) => ({ Sku, Quantity: 1 })) });
  form.startFrom({ PackageId: 'P-1', ContainerInfos: [box(['A']), box(['A']), box(['MUG-1', 'MUG-10'])] });
  return form;
}

describe('the field named by a message of the service', () => {
  it('is the path in the message, however deep, even without its beginning', () => {
    const form = boxOrder();
    const words = (place: string) => findFieldInMessage(form, `Invalid value at ${place}.`, null);
    expect(words('ContainerInfos[2].SkuInfos[1].Sku')).toBe('ContainerInfos[2].SkuInfos[1].Sku');
    expect(words('$.ContainerInfos[1].SkuInfos[0].HsCode')).toBe('ContainerInfos[1].SkuInfos[0].HsCode');
    expect(words('SkuInfos[0].Weight')).toBe('ContainerInfos[0].SkuInfos[0].Weight');
    expect(words('ShipToAddress.Phone')).toBe('ShipToAddress.Phone');
  });

  it('is in an existing line, even if the message counts from 1', () => {
    expect(findFieldInMessage(boxOrder(), 'ContainerInfos[3].SkuInfos[2].Sku', null)).toBe(
      'ContainerInfos[2].SkuInfos[1].Sku',
    );
  });

  it('is the one whose text is quoted, if only its name is given', () => {
    expect(findFieldInMessage(boxOrder(), 'Sku MUG-10 is not known', 'Sku')).toBe('ContainerInfos[2].SkuInfos[1].Sku');
    expect(findFieldInMessage(boxOrder(), 'Sku MUG-1 is not known', 'Sku')).toBe('ContainerInfos[2].SkuInfos[0].Sku');
  });

  it('is the one whose code is quoted, if no name is given, but not one with a common text', () => {
    const form = boxOrder();
    expect(findFieldInMessage(form, 'We do not know MUG-10, sorry', null)).toBe('ContainerInfos[2].SkuInfos[1].Sku');
    expect(findFieldInMessage(form, 'Error 1: box B of A', null)).toBe(undefined);
    form.enterText('PackageId', 'PKG-77');
    expect(findFieldInMessage(form, 'PKG-77 is the key of an order of another kind', null)).toBe('PackageId');
  });

  it('is otherwise the first of that name, or none', () => {
    const form = new OrderForm(2);
    expect(findFieldInMessage(form, 'The carrier needs a Phone', 'Phone')).toBe('Package.ShipToAddress.Phone');
    expect(findFieldInMessage(form, 'HsCode', 'HsCode')).toBe('Package.Skus[0].HsCode');
    expect(findFieldInMessage(form, 'Something. Else is wrong', null)).toBe(undefined);
  });

  it('is found by a path as deep as the lists of a kind go', () => {
    const form = new OrderForm(4);
    form.startFrom({ Containers: [{ Skus: [{ Sku: 'A', ProductDetails: [{ HsCode: '1' }, { HsCode: 'x' }] }] }] });
    const place = 'Containers[0].Skus[0].ProductDetails[1].HsCode';
    expect(findFieldInMessage(form, `HsCode: ${place} must be digits`, 'HsCode')).toBe(place);
  });
});
