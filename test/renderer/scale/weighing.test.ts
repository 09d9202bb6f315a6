import { OrderForm } from '../../../renderer/forms/order-form.svelte.ts';
import { findWeightField, weightUnitAt } from '../../../renderer/forms/scale-input.svelte.ts';
import type { Reading } from '../../../renderer/scale/scale-port.ts';
import { convertWeight, parseUnit, maxReadingAgeMs, Weighing } from '../../../renderer/scale/weighing.ts';
import { endpointOfKind } from '../../../shared/creates/create-kinds.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

const kg = (digits: string, more: Partial<Extract<Reading, { is: 'weight' }>> = {}): Reading => ({
  is: 'weight',
  digits,
  unit: 'kg',
  stable: true,
  negative: false,
  net: false,
  ...more,
});

describe('a reading is the weight of a parcel', () => {
  it('while it is fresh and stable', () => {
    const scale = new Weighing();
    expect(scale.weightFor('A', 0)).toBe('silent');
    scale.record(kg('1.234'), 0);
    expect(scale.weightFor('A', maxReadingAgeMs)).toEqual({ digits: '1.234', unit: 'kg', net: false });
    expect(scale.weightFor('A', maxReadingAgeMs + 1)).toBe('stale');
    expect(scale.freshReading(maxReadingAgeMs + 1)).toBeNull();
  });
  it.each<[Reading, string]>([
    [kg('1.234', { stable: false }), 'moving'],
    [kg('0.012', { negative: true }), 'negative'],
    [kg('0.000'), 'zero'],
    [{ is: 'over' }, 'over'],
    [{ is: 'under' }, 'under'],
    [{ is: 'fault' }, 'fault'],
    [{ is: 'moving' }, 'moving'],
  ])('but not after the reading %j', (reading, why) => {
    const scale = new Weighing();
    scale.record(kg('1.234'), 0);
    scale.record(reading, 1);
    expect(scale.weightFor('A', 1)).toBe(why);
  });
  it('but not once its connection was lost', () => {
    const scale = new Weighing();
    scale.record(kg('1.234'), 0);
    scale.reset();
    expect(scale.weightFor('A', 1)).toBe('silent');
  });
  it('and is marked as net if a tare is set', () => {
    const scale = new Weighing();
    scale.record(kg('0.500', { net: true }), 0);
    expect(scale.weightFor('A', 0)).toMatchObject({ net: true });
  });
});

describe('a load left on the scale is not the weight of another parcel', () => {
  it.each([true, false])('until the scale was empty, whether its weight was taken (%s) or typed', (wasTaken) => {
    const scale = new Weighing();
    scale.record(kg('1.234'), 0);
    if (wasTaken) scale.markWeightEntered('A');
    expect(scale.weightFor('A', 1)).toMatchObject({ digits: '1.234' });
    scale.endParcel('A');
    scale.record(kg('1.234'), 2);
    expect(scale.weightFor('B', 2)).toBe('same');
    scale.record(kg('2.000'), 3);
    expect(scale.weightFor('B', 3)).toBe('same');
    scale.record(kg('0.000', { stable: false }), 4);
    scale.record(kg('2.000'), 5);
    expect(scale.weightFor('B', 5)).toMatchObject({ digits: '2.000' });
  });
  it('but an empty scale can weigh the next one immediately', () => {
    const scale = new Weighing();
    scale.record(kg('0.000'), 0);
    scale.endParcel('A');
    scale.record(kg('2.000'), 1);
    expect(scale.weightFor('B', 1)).toMatchObject({ digits: '2.000' });
  });
});

describe('a weight is written in the unit of its field', () => {
  it.each([
    ['1.234', 'kg', 'g', false, '1234'],
    ['1.2345', 'kg', 'g', true, '1235'],
    ['0.0004', 'kg', 'g', true, '0'],
    ['00123.4', 'g', 'kg', false, '0.1234'],
    ['01.230', 'kg', 'kg', false, '1.230'],
    ['1', 'lb', 'g', false, '453.6'],
    ['1', 'kg', 'lb', false, '2.2046'],
    ['1', 'oz', 'g', true, '28'],
    ['9999999.9999', 'kg', 'g', false, '9999999999.9'],
  ] as const)('%s %s in %s (whole: %s): %s', (digits, from, to, whole, text) =>
    expect(convertWeight(digits, from, to, whole)).toBe(text),
  );
  it('by any of its names, and not at all if the unit is unknown', () => {
    expect(['g', 'KG', ' 克 ', '千克', 'lbs', 'oz'].map(parseUnit)).toEqual(['g', 'kg', 'g', 'kg', 'lb', 'oz']);
    expect(['', 'stone', 'constructor', 'pcs'].map(parseUnit)).toEqual([null, null, null, null]);
  });
});

describe('the field for a weight', () => {
  const label = endpointOfKind['label-order'];
  it('is that of the parcel, or the weight field with the cursor', () => {
    const form = new OrderForm(label);
    expect(findWeightField(form, '')).toBe('Package.Weight');
    expect(findWeightField(form, 'Package.Skus[0].Sku')).toBe('Package.Weight');
    expect(findWeightField(form, 'Package.Skus[0].Weight')).toBe('Package.Skus[0].Weight');
  });
  it('is that of the box with the cursor, or of the only box', () => {
    const form = new OrderForm(endpointOfKind['box-order']);
    expect(findWeightField(form, '')).toBe('ContainerInfos[0].Weight');
    form.addLine('ContainerInfos');
    expect(findWeightField(form, '')).toBeUndefined();
    expect(findWeightField(form, 'ContainerInfos[1].SkuInfos[0].Sku')).toBe('ContainerInfos[1].Weight');
  });
  it('has the unit given in the form, else that of its kind, else that of the desk', () => {
    const settings = { ...defaultSettings, weightUnit: 'kg' };
    expect(weightUnitAt(new OrderForm(label), 'Package.Weight', settings)).toBe('kg');
    expect(weightUnitAt(new OrderForm(endpointOfKind['declaration']), 'Weight', settings)).toBe('g');
    const form = new OrderForm(endpointOfKind['drop-ship-order']);
    form.enterText('Package.WeightUnit', 'LB');
    expect(weightUnitAt(form, 'Package.Weight', settings)).toBe('LB');
  });
});
