import { describe, expect, it } from 'vitest';
import { makePackageId } from '../../shared/creates/package-id.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { getsOwnKey, meantBy } from '../../renderer/forms/own-key.ts';
import { formOf, stickyFields } from '../../renderer/forms/form-fields.ts';
import { hasTyped } from '../../renderer/forms/has-typed.ts';

const own = makePackageId({ desk: 'K7M3A', generation: 1, day: Date.UTC(2026, 10, 21), counter: 7 });
const key = 'Package.PackageId';

describe('a number of the desk', () => {
  it('is given to every create but declarations and SKUs, whose keys are names of what exists', () => {
    expect(([1, 2, 4, 6, 7, 8, 9, 10, 15] as const).filter(getsOwnKey)).toEqual([1, 2, 4, 6, 8, 9, 10]);
  });

  it('that is mistyped is told with what was meant, and kept when a person insists', () => {
    const form = new OrderForm(2);
    const slip = own.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    form.type(key, slip);
    expect(form.issues.get(key)?.code).toBe('mistyped-number');
    expect(meantBy(slip)).toContain(own);
    form.wantedKey = slip;
    form.settle();
    expect(form.issues.size).toBe(0);
    form.type(key, own);
    expect(form.issues.size).toBe(0);
    form.type(key, 'A-NUMBER-OF-OTHERS');
    expect(form.issues.size).toBe(0);
  });
});

describe('what nobody typed', () => {
  it('is marked until it is touched, and what was carried over until someone went past it', () => {
    const form = new OrderForm(2);
    form.prefill(key, own, 'own');
    form.prefill('Package.ServiceCode', 'SGP', 'carried');
    form.leave(key);
    form.leave('Package.ServiceCode');
    expect(form.origins.at(key)).toBe('own');
    expect(form.origins.at('Package.ServiceCode')).toBe(undefined);
    form.type(key, `${own} `);
    expect(form.origins.at(key)).toBe(undefined);
  });

  it('is nobody’s typing, also once somebody went past it; in a form begun from another it is then', () => {
    const form = new OrderForm(2);
    form.prefill('Package.ServiceCode', 'SGP', 'carried');
    form.leave('Package.ServiceCode');
    expect(hasTyped(form)).toBe(false);
    form.asked.begin('carried', ['Package.Weight'], []);
    expect(hasTyped(form)).toBe(true);
    form.asked.clear();
    form.type('Package.ServiceCode', 'SGP');
    expect(hasTyped(form)).toBe(true);
  });

  it('keeps its mark over a reload', () => {
    const form = new OrderForm(2);
    form.prefill(key, own, 'own');
    const again = new OrderForm(2);
    again.restore(form.keep());
    expect(again.origins.at(key)).toBe('own');
    expect(again.body).toEqual(form.body);
  });

  it('is kept as looked at, and not marked again, after a reload', () => {
    const form = new OrderForm(2);
    form.prefill('Package.ServiceCode', 'SGP', 'carried');
    form.prefill('Package.Weight', '480', 'carried');
    form.keep();
    let kept = 0;
    form.typed.onchange = () => kept++;
    form.leave('Package.ServiceCode');
    // nothing was typed, and yet there is something to keep
    expect([kept, form.typed.take()]).toEqual([1, null]);
    form.leave('Package.ServiceCode');
    expect(kept).toBe(1);
    const again = new OrderForm(2);
    again.restore(structuredClone(form.keep()));
    expect(again.origins.at('Package.ServiceCode')).toBe(undefined);
    expect(again.origins.unconfirmed).toEqual(['Package.Weight']);
    expect(hasTyped(again)).toBe(false);
  });

  it('moves with no line that was taken out', () => {
    const form = new OrderForm(2);
    form.prefill('Package.Skus[0].HsCode', '1', 'remembered');
    form.type('Package.Skus[1].HsCode', '1');
    form.addLine('Package.Skus');
    form.dropLine('Package.Skus', 0);
    expect(form.textAt('Package.Skus[0].HsCode')).toBe('1');
    expect(form.origins.at('Package.Skus[0].HsCode')).toBe(undefined);
  });
});

it('service, warehouse and location stay from one entry to the next, where they come first', () => {
  expect(stickyFields(formOf['box-order'])).toEqual(['ServiceCode', 'Location']);
  expect(stickyFields(formOf.declaration)).toEqual([]);
  expect(stickyFields(formOf['batch-outbound-order'])).toEqual(['WareHouseCode', 'ServiceCode']);
});
