import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { lastName } from '../../shared/path/path.ts';
import { labelWith } from '../labels/sample-labels.ts';
import { expect, it } from 'vitest';

const long = 'W'.repeat(5000);
const everywhere = {
  Contact: long,
  Phone: long,
  Street1: long,
  Street2: long,
  City: long,
  Postcode: long,
  Country: 'DE',
};

it('each label field that may be too long has a name in both languages', () => {
  const source = labelWith({
    PackageId: long,
    TrackingNumber: long,
    ServiceCode: long,
    ShippingProvider: long,
    custom: long,
    recipient: everywhere,
    sender: everywhere,
    skus: [{ Sku: long, DeclareNameEn: long, DeclareNameCn: long, Quantity: 1 }],
  });
  const fields = new Set(layOut(source, openFonts()).problems.map(({ field }) => lastName(field)));
  expect(fields.size).toBeGreaterThan(5);
  expect([...fields]).toEqual(expect.arrayContaining(['Custom']));
  for (const words of [en, zhCN]) {
    const named = new Set(Object.keys(words.form.name));
    expect([...fields].filter((field) => !named.has(field))).toEqual([]);
  }
});
