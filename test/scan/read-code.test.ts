import { makePackageId } from '../../shared/creates/package-id.ts';
import { badgeCode, commandCode, readCode } from '../../shared/scan/read-code.ts';
import { describe, expect, it } from 'vitest';

const id = makePackageId({ desk: 'K7M3A', generation: 1, madeAt: Date.UTC(2026, 10, 21), counter: 1 });

describe('a scanned code', () => {
  it('is a desk command if it is printed on the command sheet', () => {
    expect(readCode(commandCode('NEXT'))).toEqual({ is: 'command', command: 'NEXT' });
    expect(() => commandCode('next page')).toThrow(RangeError);
  });
  it('is a badge if it is printed for an operator', () => {
    expect(readCode(badgeCode('A7K2M'))).toEqual({ is: 'badge', badge: 'A7K2M' });
  });
  it('is a PackageId of a desk, or a mistyped one', () => {
    expect(readCode(id)).toEqual({ is: 'package-id', text: id });
    const wrong = `${id.slice(0, -1)}${id.endsWith('7') ? '8' : '7'}`;
    expect(readCode(wrong)).toMatchObject({ is: 'mistyped', text: wrong });
  });
  it.each(['PD-00001', 'RB123456785CN', 'MUG-350-BLU', '420941031234', ''])(
    'is a number for the desk to look up: %j',
    (text) => {
      expect(readCode(text)).toEqual({ is: 'number', text });
    },
  );
  it('is read without the characters that scanners add', () => {
    expect(readCode(']C1PD-00001\u001d ')).toEqual({ is: 'number', text: 'PD-00001' });
  });
});
