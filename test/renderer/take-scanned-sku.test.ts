import { describe, expect, it } from 'vitest';
import { formOf, type CreateKind } from '../../renderer/forms/create-kinds.ts';
import { GridPlace } from '../../renderer/forms/grid-place.svelte.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { takeScannedSku } from '../../renderer/forms/take-scanned-sku.ts';
import { scanTakers } from '../../renderer/state/scan-takers.ts';

function open(kind: CreateKind) {
  const fields = formOf[kind];
  const form = new OrderForm(fields.endpoint);
  const place = new GridPlace(fields);
  return { form, place, scan: (sku: string) => takeScannedSku(form, fields, place, sku) };
}

describe('a scanned SKU', () => {
  it('fills the empty line, then adds lines, and counts up the line that has it', () => {
    const { form, scan } = open('label-order');
    expect(scan('A')).toEqual({ list: 'Package.Skus', line: 0, added: true, quantity: '1' });
    scan('B');
    expect(scan('A')).toEqual({ list: 'Package.Skus', line: 0, added: false, quantity: '2' });
    form.settle();
    expect(form.body).toEqual({
      Package: {
        Skus: [
          { Sku: 'A', Quantity: 2 },
          { Sku: 'B', Quantity: 1 },
        ],
      },
    });
  });

  it('goes into the box that is shown, and into the innermost list with goods around the cursor', () => {
    const boxes = open('box-order');
    boxes.form.addLine('ContainerInfos');
    boxes.place.enter('ContainerInfos', 1, 'Weight');
    expect(boxes.scan('A')?.list).toBe('ContainerInfos[1].SkuInfos');
    const inbound = open('inbound-order');
    inbound.place.enter('Containers[0].Skus[0].ProductDetails', 0, 'DeclareNameEN');
    expect(inbound.scan('A')?.list).toBe('Containers[0].Skus');
  });

  it('passes over a list that is left out', () => {
    const { form, place, scan } = open('batch-outbound-order');
    form.leaveOut('BoxDetails', true);
    place.enter('BoxDetails[0].SkuDetails', 0, 'Sku');
    expect(scan('A')?.list).toBe('SkuDetails');
  });

  it('changes no number that cannot be counted up, and no form without goods', () => {
    const { form, scan } = open('declaration');
    scan('A');
    form.type('Skus[0].Quantity', '1.5');
    expect(scan('A')).toEqual({ list: 'Skus', line: 0, added: false, quantity: null });
    expect(form.textAt('Skus[0].Quantity')).toBe('1.5');
    expect(open('sku').scan('A')).toBeNull();
  });
});

describe('screens that take scans', () => {
  it('are asked from the last who came, until one takes it', () => {
    const took: string[] = [];
    const takes = (name: string, answer: boolean) => ({
      sku: (Sku: string) => {
        took.push(`${name} ${Sku}`);
        return answer;
      },
    });
    expect(scanTakers.takeSku('A')).toBe(false);
    const away = scanTakers.offer(takes('screen', true));
    const closed = scanTakers.offer(takes('dialog', false));
    expect(scanTakers.takeSku('A')).toBe(true);
    expect(scanTakers.takeNumber('A', false)).toBe(false);
    closed();
    expect(scanTakers.takeSku('B')).toBe(true);
    away();
    expect(scanTakers.takeSku('C')).toBe(false);
    expect(took).toEqual(['dialog A', 'screen A', 'screen B']);
  });
});
