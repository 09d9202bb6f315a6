import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { maxCallBytes, maxImportBase64, maxImportBytes, maxImportMegabytes } from '../../shared/import/import-limit.ts';
import { importInputs } from '../../shared/import/import-steps.ts';
import { expect, it } from 'vitest';

it('the largest spreadsheet a screen accepts fits into one call, and the texts show that limit', () => {
  // A thousandth is encoded to check the ratio.
  expect(Buffer.alloc(maxImportBytes / 1000).toString('base64').length).toBe(maxImportBase64 / 1000);
  const base64 = 'A'.repeat(maxImportBase64);
  expect(importInputs.open.safeParse({ name: 'a.csv', base64 }).success).toBe(true);
  expect(importInputs.open.safeParse({ name: 'a.csv', base64: `${base64}AAAA` }).success).toBe(false);
  const taken = (bytes: number) =>
    importInputs.open.safeParse({ name: 'a.csv', base64: new Uint8Array(bytes) }).success;
  expect([taken(maxImportBytes), taken(maxImportBytes + 1)]).toEqual([true, false]);
  expect(JSON.stringify({ name: 'a'.repeat(500), base64, encoding: 'utf-8' }).length).toBeLessThan(maxCallBytes);
  for (const { imports } of [en, zhCN])
    for (const text of [imports.chooseHint, imports.tooLarge]) expect(text).toContain(`${maxImportMegabytes} MB`);
});
