import { CreateForm } from '../../renderer/forms/create-form.svelte.ts';
import { incrementDigits } from '../../renderer/forms/desk-number.ts';
import { noteOf } from '../../renderer/forms/field-texts.ts';
import { windowOfLines, pathOnScreen } from '../../renderer/forms/grid-position.svelte.ts';
import { pasteBlock, fillDown, lineActions, readBlock } from '../../renderer/forms/line-actions.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { sumLines, sumNestedLines } from '../../renderer/forms/line-sums.ts';
import { boxes } from '../../shared/creates/form/form-fields.ts';
import { cpuCost } from '../support/cpu-cost.ts';
import { describe, expect, it } from 'vitest';

function boxed() {
  const order = new OrderForm(6);
  order.enterText('ContainerInfos[0].CustomContainerNo', 'BX-09');
  order.enterText('ContainerInfos[0].Weight', '2.5');
  order.enterText('ContainerInfos[0].SkuInfos[0].Sku', 'A');
  order.enterText('ContainerInfos[0].SkuInfos[0].Quantity', '3');
  order.addLine('ContainerInfos[0].SkuInfos');
  order.enterText('ContainerInfos[0].SkuInfos[1].Sku', 'B');
  return order;
}
const boxesOf = (order: OrderForm) => order.body['ContainerInfos'] as { CustomContainerNo: string }[];

describe('boxes', () => {
  it('are copied with their contents, and their numbers count up', () => {
    const order = boxed();
    expect(order.copyLine('ContainerInfos', 0, 3, 'CustomContainerNo')).toBe(1);
    expect(order.lineCount('ContainerInfos')).toBe(4);
    expect(order.lineCount('ContainerInfos[3].SkuInfos')).toBe(2);
    expect(boxesOf(order).map(({ CustomContainerNo }) => CustomContainerNo)).toEqual([
      'BX-09',
      'BX-10',
      'BX-11',
      'BX-12',
    ]);
    expect(boxesOf(order)[3]).toMatchObject({ Weight: 2.5, SkuInfos: [{ Sku: 'A', Quantity: 3 }, { Sku: 'B' }] });
  });

  it('are added by a key, unless the last one is still empty', () => {
    const order = new CreateForm('box-order', null);
    // There is no page to put a cursor into.
    order.position.focusCell = () => undefined;
    const add = () => lineActions(order, () => undefined)['add-line']?.();
    add();
    expect(order.lineCount('ContainerInfos')).toBe(1);
    order.enterText('ContainerInfos[0].Weight', '2');
    add();
    add();
    expect(order.lineCount('ContainerInfos')).toBe(2);
  });

  it('move up when one is removed', () => {
    const order = boxed();
    order.copyLine('ContainerInfos', 0, 2, 'CustomContainerNo');
    order.enterText('ContainerInfos[2].SkuInfos[0].Sku', 'C');
    order.removeLine('ContainerInfos', 1);
    expect(boxesOf(order)).toMatchObject([
      { CustomContainerNo: 'BX-09', SkuInfos: [{ Sku: 'A' }, { Sku: 'B' }] },
      { CustomContainerNo: 'BX-11', SkuInfos: [{ Sku: 'C' }, { Sku: 'B' }] },
    ]);
    expect(order.lineCount('ContainerInfos[1].SkuInfos')).toBe(2);
  });

  it('have their problems reported at the line in which they were typed, even after empty ones', () => {
    const order = boxed();
    order.addLine('ContainerInfos');
    order.addLine('ContainerInfos');
    order.addLine('ContainerInfos[2].SkuInfos');
    order.enterText('ContainerInfos[2].SkuInfos[1].Quantity', '1.5');
    expect([...order.issues.keys()]).toContain('ContainerInfos[2].SkuInfos[1].Quantity');
  });

  it('are summed exactly, and so are their contents', () => {
    const order = boxed();
    order.enterText('ContainerInfos[0].SkuInfos[0].Weight', '0.1');
    order.enterText('ContainerInfos[0].SkuInfos[1].Weight', '0.2');
    order.copyLine('ContainerInfos', 0, 9);
    expect(sumLines(order, boxes, 'ContainerInfos', '.')).toEqual({
      lines: 10,
      pieces: null,
      weight: '25',
      hasUnreadable: false,
    });
    // Ten times three pieces of 0.1 each and one line of 0.2 without a quantity.
    expect(sumNestedLines(order, boxes, 'ContainerInfos', '.')).toEqual({
      lines: 20,
      pieces: '30',
      weight: '5',
      hasUnreadable: false,
    });
    order.enterText('ContainerInfos[0].Weight', 'heavy');
    expect(sumLines(order, boxes, 'ContainerInfos', '.').hasUnreadable).toBe(true);
  });

  it('can be left out of the body and are then included again unchanged', () => {
    const order = new OrderForm(8);
    order.enterText('BoxDetails[0].BoxNo', '1');
    order.setLeftOut('BoxDetails', true);
    expect(order.body).not.toHaveProperty('BoxDetails');
    order.setLeftOut('BoxDetails', false);
    expect(order.body).toHaveProperty('BoxDetails', [{ BoxNo: '1' }]);
  });
});

describe('lines', () => {
  it('are filled down from the one with the cursor', () => {
    const order = boxed();
    order.addLine('ContainerInfos[0].SkuInfos');
    order.enterText('ContainerInfos[0].SkuInfos[1].HsCode', '691110');
    fillDown(order, 'ContainerInfos[0].SkuInfos', 'HsCode', 1);
    expect(boxesOf(order)[0]).toMatchObject({ SkuInfos: [{}, { HsCode: '691110' }, { HsCode: '691110' }] });
  });

  it('count up by the last number in their text', () => {
    expect(incrementDigits('BX-009/A', 2)).toBe('BX-011/A');
    expect(incrementDigits('99', 1)).toBe('100');
    expect(incrementDigits('box', 3)).toBe('box');
  });

  it('are rendered in a bounded number that includes the current one', () => {
    for (const at of [0, 19, 20, 250, 499]) {
      const { from, to } = windowOfLines(at, 500);
      expect(from <= at && at < to && to - from <= 60).toBe(true);
    }
    expect(windowOfLines(0, 3)).toEqual({ from: 0, to: 3 });
  });

  it('resolve a field of the contract to the current line', () => {
    const at = (list: string) => ({ ContainerInfos: 2, 'ContainerInfos[2].SkuInfos': 5 })[list] ?? 0;
    expect(pathOnScreen('ContainerInfos[].SkuInfos[].HsCode', { shownLineOf: at })).toBe(
      'ContainerInfos[2].SkuInfos[5].HsCode',
    );
    expect(pathOnScreen('ShipToAddress.Phone', { shownLineOf: at })).toBe('ShipToAddress.Phone');
  });
});

describe('a block from a spreadsheet', () => {
  it('is split into cells at tabs and line breaks, except within quotes', () => {
    expect(readBlock('A\t1\r\nB\t2\r\n')).toEqual([
      ['A', '1'],
      ['B', '2'],
    ]);
    expect(readBlock('"a ""b""\tc"\t6" pipe\n\t')).toEqual([
      ['a "b"\tc', '6" pipe'],
      ['', ''],
    ]);
    expect(readBlock('"two\nlines"\tx')).toEqual([['two\nlines', 'x']]);
    expect(readBlock('one cell')).toBe(null);
  });

  it('is pasted into the grid from a cell on, adds lines as needed, and its numbers are read like typed ones', () => {
    const order = boxed();
    const columns = ['Sku', 'Quantity', 'Charged'];
    const list = 'ContainerInfos[0].SkuInfos';
    expect(pasteBlock(order, list, columns, 1, 'Sku', 'X\t1,234\tyes\tbeyond\nY\t２\tperhaps')).toEqual({
      droppedCells: 1,
    });
    expect(order.lineCount(list)).toBe(3);
    expect(order.textAt(`${list}[1].Charged`)).toBe('true');
    expect(order.textAt(`${list}[2].Quantity`)).toBe('２');
    expect(order.issues.get(`${list}[1].Quantity`)?.code).toBe('doubtful-number');
    expect(order.issues.get(`${list}[2].Charged`)?.code).toBe('not-yes-or-no');
    expect(pasteBlock(order, list, columns, 0, 'Sku', 'plain')).toBe(null);
    expect(pasteBlock(order, list, columns, 0, 'Sku', '"two\nlines"\t1')).toEqual({ droppedCells: 0 });
    expect(noteOf(order, `${list}[0].Sku`, undefined)).toContain('joined into one');
    order.enterText(`${list}[0].Sku`, 'two lines!');
    expect(noteOf(order, `${list}[0].Sku`, undefined)).toBe(undefined);
  });
});

/** CPU time to read the form after a key, with this many boxes of ten lines. */
function costOfKey(boxes: number): number {
  const order = new OrderForm(6, () => () => undefined);
  for (let line = 0; line < 10; line++) {
    if (line > 0) order.addLine('ContainerInfos[0].SkuInfos');
    const at = `ContainerInfos[0].SkuInfos[${line}]`;
    const cells = { Sku: `SKU-${line}`, Quantity: '2', DeclareNameEN: 'Mug', DeclareValue: '4.2', Weight: '0.3' };
    for (const [column, text] of Object.entries(cells)) order.enterText(`${at}.${column}`, text);
  }
  order.copyLine('ContainerInfos', 0, boxes - 1);
  order.readForm();
  expect(boxesOf(order)).toHaveLength(boxes);
  let keys = 0;
  const press = () => {
    order.enterText('ContainerInfos[3].SkuInfos[3].DeclareNameEN', `Mug ${++keys}`);
    order.readForm();
  };
  return cpuCost(press, { turns: 9 });
}

it('the cost of a key is linear in the number of lines of a form, up to 500', () => {
  expect(costOfKey(50) / costOfKey(5)).toBeLessThan(30);
});
