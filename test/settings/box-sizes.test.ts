import { readBoxSizes, readSides, settingFault } from '../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

describe('the box sizes setting', () => {
  it('accepts names of any words, and sides in any notation', () => {
    expect(readBoxSizes('S 20x15x10; Large, flat: 60 × 40,5 × 8\n3 = 30*20*15;')).toEqual([
      { name: 'S', sides: ['20', '15', '10'] },
      { name: 'Large, flat', sides: ['60', '40.5', '8'] },
      { name: '3', sides: ['30', '20', '15'] },
    ]);
    expect(readBoxSizes('')).toEqual([]);
  });

  it.each(['S', '20x15x10', 'S 20x15', 'S 20x15x10; s 30x20x10', 'S 20xax10', 'S -1x2x3'])(
    'is refused if ambiguous: %s',
    (text) => {
      expect(readBoxSizes(text)).toBe(null);
      expect(settingFault('boxSizes', text)?.reason).toBe('boxes');
    },
  );

  it('accepts three sides in one text', () => {
    expect(readSides(' 30 x 20,5 × 15 ')).toEqual(['30', '20.5', '15']);
    for (const none of ['30', '30x20', '30x20x', 'S 30x20x15']) expect(readSides(none)).toBe(null);
  });
});
