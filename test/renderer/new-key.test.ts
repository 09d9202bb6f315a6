import { expect, it } from 'vitest';
import { withSuffix } from '../../renderer/forms/next-number.ts';

it('the key of a copy has its own suffix, which counts up', () => {
  expect(withSuffix('A-1')).toBe('A-1-R2');
  expect(withSuffix('A-1-R2')).toBe('A-1-R3');
  expect(withSuffix('R2')).toBe('R2-R2');
});
