import { isProductCode } from '../../shared/scan/read-code.ts';
import { expect, it } from 'vitest';

it.each(['4006381333931', '036000291452', '96385074', '10012345000017'])('%s is a product code', (code) => {
  expect(isProductCode(code)).toBe(true);
  const slipped = code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);
  expect(isProductCode(slipped), 'with another check digit').toBe(false);
});

it.each(['', 'PKG-2025-1', '1234567', '123456789012345', 'LX284613579CN'])('%j is not a product code', (code) => {
  expect(isProductCode(code)).toBe(false);
});
