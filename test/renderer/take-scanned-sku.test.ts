import { CreateForm, countScannedSku } from '../../renderer/forms/create-form.svelte.ts';
import type { FormSource } from '../../renderer/forms/fields-to-reconfirm.svelte.ts';
import type { CreateKind } from '../../renderer/forms/form-fields.ts';
import { markFieldsToReconfirm } from '../../renderer/forms/mark-fields-to-reconfirm.ts';
import { scanHandlers } from '../../renderer/state/scan-handlers.ts';
import { describe, expect, it } from 'vitest';

function open(kind: CreateKind) {
  const form = new CreateForm(kind, null);
  const { position, countRestart } = form;
  return { form, place: position, recount: countRestart, scan: (sku: string) => countScannedSku(form, sku) };
}

describe('a scanned SKU', () => {
  it('fills the empty line, then adds lines, and counts up the line that has it', () => {
    const { form, scan } = open('label-order');
    expect(scan('A')).toEqual({ list: 'Package.Skus', line: 0, isNewLine: true, quantity: '1' });
    scan('B');
    expect(scan('A')).toEqual({ list: 'Package.Skus', line: 0, isNewLine: false, quantity: '2' });
    form.readForm();
    expect(form.body).toEqual({
      Package: {
        Skus: [
          { Sku: 'A', Quantity: 2 },
          { Sku: 'B', Quantity: 1 },
        ],
      },
    });
  });

  it('goes into the box that is shown, or the innermost list of goods around the cursor', () => {
    const boxes = open('box-order');
    boxes.form.addLine('ContainerInfos');
    boxes.place.setCell('ContainerInfos', 1, 'Weight');
    expect(boxes.scan('A')?.list).toBe('ContainerInfos[1].SkuInfos');
    const inbound = open('inbound-order');
    inbound.place.setCell('Containers[0].Skus[0].ProductDetails', 0, 'DeclareNameEN');
    expect(inbound.scan('A')?.list).toBe('Containers[0].Skus');
  });

  it('skips a list that is left out', () => {
    const { form, place, scan } = open('batch-outbound-order');
    form.setLeftOut('BoxDetails', true);
    place.setCell('BoxDetails[0].SkuDetails', 0, 'Sku');
    expect(scan('A')?.list).toBe('SkuDetails');
  });

  it('changes no quantity that cannot be counted up, and no form without goods', () => {
    const { form, scan } = open('declaration');
    scan('A');
    form.enterText('Skus[0].Quantity', '1.5');
    expect(scan('A')).toEqual({ list: 'Skus', line: 0, isNewLine: false, quantity: null });
    expect(form.textAt('Skus[0].Quantity')).toBe('1.5');
    expect(open('sku').scan('A')).toBeNull();
  });
});

describe('a scanned SKU of a carried-over line', () => {
  const list = 'Package.Skus';
  const mug = { Sku: 'MUG', Quantity: 3, DeclareNameEn: 'Mug', ProductLink: 'https://shop.example/1' };

  function carried(from: FormSource = 'carried', changing: readonly string[] = []) {
    const opened = open('label-order');
    const { form } = opened;
    form.startFrom({ Package: { Skus: [mug, { ...mug, Sku: 'PEN', Quantity: 5 }] } });
    form.origins.setOriginOfAll(from);
    markFieldsToReconfirm(form, from, changing);
    const quantity = (line: number) => form.textAt(`${list}[${line}].Quantity`);
    const marked = () => form.origins.pathsToReview.filter((path) => path.startsWith(list));
    return { ...opened, quantity, marked };
  }

  it.each(['carried', 'template'] as const)('restarts the count at 1, once: %s', (from) => {
    const { scan, quantity } = carried(from);
    expect(scan('MUG')).toMatchObject({
      line: 0,
      isNewLine: false,
      quantity: '1',
      restarted: { Sku: 'MUG', carriedQuantity: '3' },
    });
    expect(scan('MUG')).toEqual({ list, line: 0, isNewLine: false, quantity: '2' });
    expect([quantity(0), quantity(1)]).toEqual(['2', '5']);
  });

  it('removes the marks of its line and of no other', () => {
    const { scan, marked } = carried();
    scan('MUG');
    expect(marked()).toEqual(['Sku', 'Quantity', 'DeclareNameEn', 'ProductLink'].map((name) => `${list}[1].${name}`));
  });

  it('answers SKU and quantity, and leaves other fields of its line to be asked for', () => {
    const { scan, form, marked } = carried('carried', [`${list}[].Sku`, `${list}[].ProductLink`]);
    scan('MUG');
    const { fieldsToReconfirm } = form;
    expect(
      ['Sku', 'Quantity', 'ProductLink'].filter((name) => fieldsToReconfirm.needsReconfirm(`${list}[0].${name}`)),
    ).toEqual(['ProductLink']);
    expect(fieldsToReconfirm.needsReconfirm(`${list}[1].Quantity`)).toBe(true);
    expect(marked()).toContain(`${list}[0].ProductLink`);
  });

  it('adds to a quantity that was visited or typed', () => {
    const { scan, form, quantity } = carried();
    form.leaveField(`${list}[0].Quantity`);
    scan('MUG');
    form.enterText(`${list}[1].Quantity`, '7');
    scan('PEN');
    expect([quantity(0), quantity(1)]).toEqual(['4', '8']);
  });

  it('can be undone until the line is counted again, which restores the carried-over quantity', () => {
    const { scan, recount, quantity } = carried();
    scan('MUG');
    expect(recount.lastRestart).toMatchObject({ line: 0, carriedQuantity: '3' });
    recount.undo();
    expect([quantity(0), recount.lastRestart]).toEqual(['3', null]);
    scan('MUG');
    expect(quantity(0)).toBe('4');
    scan('PEN');
    scan('PEN');
    expect(recount.lastRestart).toBe(null);
    recount.undo();
    expect(quantity(1)).toBe('2');
  });
});

describe('screens that take scans', () => {
  it('are asked latest first until one takes the scan', () => {
    const took: string[] = [];
    const takes = (name: string, answer: boolean) => ({
      takeSku: (Sku: string) => {
        took.push(`${name} ${Sku}`);
        return answer;
      },
    });
    expect(scanHandlers.takeSku('A')).toBe(false);
    const away = scanHandlers.register(takes('screen', true));
    const closed = scanHandlers.register(takes('dialog', false));
    expect(scanHandlers.takeSku('A')).toBe(true);
    expect(scanHandlers.takeNumber('A', false)).toBe(false);
    closed();
    expect(scanHandlers.takeSku('B')).toBe(true);
    away();
    expect(scanHandlers.takeSku('C')).toBe(false);
    expect(took).toEqual(['dialog A', 'screen A', 'screen B']);
  });
});
