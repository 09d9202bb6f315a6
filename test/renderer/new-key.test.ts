import { withReplacementSuffix } from '../../renderer/forms/desk-number.ts';
import { expect, it } from 'vitest';

it('the key of a copy has its own suffix, which counts up', () => {
  expect(withReplacementSuffix('A-1')).toBe('A-1-R2');
  expect(withReplacementSuffix('A-1-R2')).toBe('A-1-R3');
  expect(withReplacementSuffix('R2')).toBe('R2-R2');
});
