import { formOf } from '../../renderer/forms/form-fields.ts';
import { isStoredSnapshot, type FormSnapshot } from '../../renderer/forms/form-snapshot.ts';
import { GridPosition } from '../../renderer/forms/grid-position.svelte.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const goods = 'Package.Skus';
const at = (line: number, name = 'Sku') => `${goods}[${line}].${name}`;
const issue = { code: 'key-in-use', params: {}, message: '' };

function threeLines(): OrderForm {
  const form = new OrderForm(2);
  form.startFrom({ Package: { PackageId: 'P-1', Skus: ['A', 'B', 'C'].map((Sku) => ({ Sku, Brand: '' })) } });
  return form;
}
const skusOf = ({ body }: OrderForm) => (body['Package'] as { Skus: object[] }).Skus;

describe('a removed line', () => {
  it('leaves the state of other lines unchanged: visited, joined, with a problem, empty from the start', () => {
    const form = threeLines();
    form.enterText(at(1, 'ProductName'), 'one two', true);
    form.leaveField(at(2));
    form.setIssue(at(2), issue);
    form.removeLine(goods, 0);
    expect([form.isJoined(at(0, 'ProductName')), form.isJoined(at(1, 'ProductName'))]).toEqual([true, false]);
    expect([form.problemAt(at(0)), form.problemAt(at(1)), form.problemAt(at(2))]).toEqual([
      undefined,
      issue,
      undefined,
    ]);
    expect(skusOf(form)).toEqual([
      { Sku: 'B', Brand: '', ProductName: 'one two' },
      { Sku: 'C', Brand: '' },
    ]);
  });

  it('leaves a field asked for in another line asked for at its new place', () => {
    const form = threeLines();
    form.fieldsToReconfirm.begin('carried', ['Package.Weight'], [[goods, 3]]);
    form.fieldsToReconfirm.requireReconfirm(at(2));
    form.removeLine(goods, 0);
    expect([0, 1, 2].map((line) => form.fieldsToReconfirm.needsReconfirm(at(line)))).toEqual([false, true, false]);
  });

  it('is closed, and the cursor moves to the line before it', () => {
    const form = threeLines();
    const place = new GridPosition(formOf['label-order'], form);
    place.setCell(goods, 2, 'Sku');
    place.toggleExpanded(goods, 2);
    form.removeLine(goods, 2);
    expect([place.shownLineOf(goods), place.isExpanded(goods, 1), place.isExpanded(goods, 2)]).toEqual([
      1,
      false,
      false,
    ]);
  });

  it('is replaced by an empty line without state if it was the only one', () => {
    const form = new OrderForm(2);
    form.enterText(at(0), 'A');
    form.leaveField(at(0));
    form.removeLine(goods, 0);
    expect([form.lineCount(goods), form.isLineEmpty(goods, 0), form.tree.findLeaf(at(0))]).toEqual([
      1,
      true,
      undefined,
    ]);
  });
});

describe('a copy of a line', () => {
  it('has the texts and lines of the original and none of its other state', () => {
    const form = threeLines();
    form.origins.setOriginOfAll('carried');
    form.leaveField(at(0));
    form.copyLine(goods, 0);
    expect(form.textAt(at(3))).toBe('A');
    expect([form.origins.originOf(at(3)), form.tree.findLeaf(at(3))?.isVisited, form.originalPath(at(3))]).toEqual([
      undefined,
      false,
      undefined,
    ]);
  });
});

it('reading a field or moving to it creates no line', () => {
  const form = new OrderForm(2);
  const place = new GridPosition(formOf['label-order'], form);
  place.revealField(at(7));
  expect([form.textAt(at(7)), form.lineCount(goods), form.originalPath(at(7))]).toEqual(['', 1, undefined]);
});

/** Forms stored by an earlier version, which identified fields by path alone. */
const earlier = JSON.parse(readFileSync(join(import.meta.dirname, 'kept-forms.json'), 'utf8')) as {
  body: object;
  carried: FormSnapshot;
  mended: FormSnapshot;
  oldest: FormSnapshot;
};

describe('a form stored by an earlier version', () => {
  const boxes = 'ContainerInfos';

  it('opens with its carried-over values, its visited fields and the fields to ask for again', () => {
    expect(isStoredSnapshot(earlier.carried)).toBe(true);
    const form = new OrderForm(6);
    form.restore(earlier.carried);
    expect(form.textAt('PackageId')).toBe('PKG-1');
    expect([form.origins.originOf('ServiceCode'), form.origins.originOf(`${boxes}[0].Weight`)]).toEqual([
      undefined,
      'carried',
    ]);
    expect(form.tree.findLeaf('ServiceCode')?.isVisited).toBe(true);
    const asked = [`${boxes}[2].SkuInfos[1].Quantity`, `${boxes}[1].SkuInfos[0].Sku`, `${boxes}[0].SkuInfos[0].Sku`];
    expect(asked.map((path) => form.fieldsToReconfirm.needsReconfirm(path))).toEqual([true, true, false]);
    expect(form.fieldsToReconfirm.isCarriedOver(`${boxes}[2].Weight`)).toBe(true);
    expect(form.fieldsToReconfirm.needsReconfirm('ShipToAddress.City')).toBe(false);
  });

  it('opens with its lines in their changed order, each linked to the line that was sent', () => {
    const form = new OrderForm(6);
    form.startFrom(earlier.body);
    form.restore(earlier.mended);
    const numbers = (form.body[boxes] as { CustomContainerNo: string }[]).map((box) => box.CustomContainerNo);
    expect(numbers).toEqual(['BX-2', 'BX-3', 'BX-4']);
    expect([0, 1, 2].map((line) => form.originalPath(`${boxes}[${line}].Weight`))).toEqual([
      `${boxes}[1].Weight`,
      `${boxes}[2].Weight`,
      undefined,
    ]);
    expect(form.textAt(`${boxes}[1].SkuInfos[1].Quantity`)).toBe('9');
    expect(form.tree.findLeaf(`${boxes}[1].SkuInfos[1].Quantity`)?.isVisited).toBe(true);
    // Values that were empty from the start stay with their line.
    expect(form.body[boxes]).toMatchObject([{ SkuInfos: [{ HsCode: '' }] }, { SkuInfos: [{ HsCode: '' }, {}] }, {}]);
  });

  it('opens if it has only texts and lines', () => {
    expect(isStoredSnapshot(earlier.oldest)).toBe(true);
    const form = new OrderForm(6);
    form.restore(earlier.oldest);
    expect(form.body).toEqual({ PackageId: 'PKG-2', [boxes]: [{ Weight: 3 }] });
    expect(form.lineCount(boxes)).toBe(2);
  });

  it('is stored again unchanged', () => {
    for (const kept of [earlier.carried, earlier.mended]) {
      const form = new OrderForm(6);
      form.restore(kept);
      const sorted = (one: FormSnapshot) => ({
        ...one,
        texts: one.texts.toSorted(),
        came: one.came?.toSorted(),
        lists: one.lists.filter(([, lines]) => lines > 1).toSorted(),
        asked: one.asked && { ...one.asked, lines: one.asked.lines.toSorted() },
      });
      expect(sorted(structuredClone(form.takeSnapshot()))).toEqual(sorted(kept));
    }
  });

  it('is rejected beyond 20,000 lines, and malformed paths do not throw', () => {
    expect(isStoredSnapshot({ ...earlier.oldest, lists: [[boxes, 1e9]] })).toBe(false);
    expect(isStoredSnapshot({ ...earlier.oldest, texts: [[`${boxes}[999999999].Weight`, '1']] })).toBe(false);
    expect(
      isStoredSnapshot({
        ...earlier.oldest,
        lists: [
          [boxes, 19_000],
          [`${boxes}[0].Skus`, 1000],
        ],
      }),
    ).toBe(true);
    expect(
      isStoredSnapshot({
        ...earlier.oldest,
        lists: [
          [boxes, 19_000],
          [`${boxes}[0].Skus`, 1001],
        ],
      }),
    ).toBe(false);
    for (const path of ['A[', 'A]', 'A[x].B', 'A[-1].B', '[0].B'])
      new OrderForm(6).restore({ ...earlier.oldest, texts: [[path, '1']] });
  });
});
