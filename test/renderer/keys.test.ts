import { actionNames, keyRowOf } from '../../renderer/keys/key-table.ts';
import { readPress, type Press } from '../../renderer/keys/read-press.ts';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { describe, expect, it } from 'vitest';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
});

describe('the key table', () => {
  it('gives every action a key and a name in both languages', () => {
    for (const act of actionNames) {
      expect(keyRowOf(act).keys.length).toBeGreaterThan(0);
      expect(en.acts.name[act]).not.toBe('');
      expect(zhCN.acts.name[act]).not.toBe('');
    }
  });

  it('uses only names a key press can have', () => {
    for (const key of actionNames.flatMap((act) => keyRowOf(act).keys)) {
      expect(key).toMatch(
        /^(Ctrl\+|Alt\+)?(Shift\+)?(F\d+|[A-Z0-9]|Enter|Escape|Backspace|Arrow(Left|Right)|Home|End|Page(Up|Down)|[/?])$/,
      );
    }
  });
});

describe('reading a key press', () => {
  it('names letters and digits by their physical key when Alt or Ctrl is held', () => {
    expect(readPress(press('¬', { altKey: true, code: 'KeyL' }))).toBe('Alt+L');
    expect(readPress(press('L', { altKey: true, shiftKey: true, code: 'KeyL' }))).toBe('Alt+Shift+L');
    expect(readPress(press('1', { altKey: true, code: 'Digit1' }))).toBe('Alt+1');
    expect(readPress(press('k', { metaKey: true, code: 'KeyK' }))).toBe('Ctrl+K');
  });

  it('names other characters by themselves, with or without Shift', () => {
    expect(readPress(press('?', { shiftKey: true, code: 'Slash' }))).toBe('?');
    expect(readPress(press('/', { code: 'Slash' }))).toBe('/');
  });

  it('returns null while an input method composes, for AltGr, and for a modifier alone', () => {
    expect(readPress(press('Enter', { isComposing: true }))).toBe(null);
    expect(readPress(press('Process'))).toBe(null);
    expect(readPress(press('@', { ctrlKey: true, altKey: true, code: 'KeyQ' }))).toBe(null);
    expect(readPress(press('Shift', { shiftKey: true }))).toBe(null);
  });
});
