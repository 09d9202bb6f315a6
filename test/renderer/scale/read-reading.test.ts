import { readReading, type Reading, MessageSplitter } from '../../../renderer/scale/scale-port.ts';
import { scaleProtocols, type ScaleProtocol } from '../../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

type Way = Exclude<ScaleProtocol, 'none'>;
const ways = scaleProtocols.filter((way): way is Way => way !== 'none');

const weight = (digits: string, unit: 'g' | 'kg' | 'lb' | 'oz', more: Partial<Reading> = {}): Reading => ({
  is: 'weight',
  digits,
  unit,
  stable: true,
  negative: false,
  net: false,
  ...more,
});

describe('a message of a scale is read according to its protocol', () => {
  it.each<[Way, string, Reading]>([
    ['sics', 'S S      1.234 kg', weight('1.234', 'kg')],
    ['sics', 'S S     100.00 g', weight('100.00', 'g')],
    ['sics', 'S D      1.230 kg', weight('1.230', 'kg', { stable: false })],
    ['sics', 'S S     -0.012 kg', weight('0.012', 'kg', { negative: true })],
    ['sics', 'S S     -0.000 kg', weight('0.000', 'kg')],
    ['sics', 'S +', { is: 'over' }],
    ['sics', 'S -', { is: 'under' }],
    ['sics', 'S I', { is: 'moving' }],
    ['sics', 'ES', { is: 'fault' }],
    ['sends', 'ST,GS,+  1.234kg', weight('1.234', 'kg')],
    ['sends', 'ST,GS,   1.234kg', weight('1.234', 'kg')],
    ['sends', 'ST,NT,+  0.500kg', weight('0.500', 'kg', { net: true })],
    ['sends', 'US,GS,+  1.2kg', weight('1.2', 'kg', { stable: false })],
    ['sends', 'ST,+00123.4  g', weight('00123.4', 'g')],
    ['sends', 'ST,GS,-  0.010kg', weight('0.010', 'kg', { negative: true })],
    ['sends', 'ST,TR,+  0.500kg', { is: 'fault' }],
    ['sends', 'OL,GS,+  9.999kg', { is: 'over' }],
    ['sends', 'OL,+9999999E+19', { is: 'over' }],
    ['8217-kg', '01.234', weight('01.234', 'kg')],
    ['8217-lb', '02.50N', weight('02.50', 'lb', { net: true })],
    ['8217-kg', '?A', { is: 'moving' }],
    ['8217-kg', '?B', { is: 'over' }],
    ['8217-kg', '?D', { is: 'under' }],
    ['8217-kg', '?@', { is: 'fault' }],
  ])('%s: %j', (way, message, reading) => expect(readReading(way, message)).toEqual(reading));
});

/** Input from a wrong speed, a cut line, another device on the port, or an attacker. */
const hostile = [
  '',
  ' ',
  'ST',
  'ST,GS,',
  'ST,GS,+kg',
  'ST,GS,+  1.234',
  'ST,GS,+  1,234kg',
  'ST,GS,+  1.234kgkg',
  'ST,GS,+  1.2.3kg',
  'ST,GS,+  1e3kg',
  'ST,GS,+  1.234t',
  'ST,GS,++ 1.234kg',
  'ST,GS,+  12345678kg',
  'ST,GS,+  1.23456kg',
  'ST,GS,+  ١.٢٣kg',
  'QT,+00000012 PC',
  'xST,GS,+  1.234kg',
  'ST,GS,+  1.234kg ',
  'S S 1.234kg',
  'S S      1.234 KG',
  'S X      1.234 kg',
  'S S      1.234 kg extra',
  'S S      0x10 g',
  'S S      NaN kg',
  'S S      Infinity g',
  '1.234 kg',
  '?',
  '??A',
  '01.234X',
  '<script>1.234kg</script>',
  '__proto__',
  `S S ${'9'.repeat(5000)} g`,
];

describe('text that is not exactly a message of the protocol', () => {
  it.each(ways)('gives no weight: %s', (way) => {
    for (const text of hostile) expect(readReading(way, text), text).toBeNull();
  });
  it('gives no weight, even if it is valid in another protocol', () => {
    expect(readReading('sics', 'ST,GS,+  1.234kg')).toBeNull();
    expect(readReading('sends', 'S S      1.234 kg')).toBeNull();
    expect(readReading('8217-kg', 'S S      1.234 kg')).toBeNull();
    expect(readReading('sends', '01.234')).toBeNull();
  });
  it('gives a complete weight or none if it is random', () => {
    let seed = 26_112_602;
    const next = (most: number) => (seed = (seed * 1_103_515 + 12_345) % 2_147_483_648) % most;
    const characters = 'STUGNOLD,+-. 0123456789kg?E\u0000\u00ff';
    for (let turn = 0; turn < 10_000; turn++) {
      const text = Array.from({ length: next(40) }, () => characters[next(characters.length)]).join('');
      for (const way of ways) {
        const read = readReading(way, text);
        if (read?.is === 'weight') expect(read.digits).toMatch(/^\d{1,7}(\.\d{1,4})?$/);
      }
    }
  });
});

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

describe('messages in a stream of bytes', () => {
  const read = (way: Way, ...pieces: string[]): string[] => {
    const splitter = new MessageSplitter(way);
    return pieces.flatMap((piece) => [...splitter.splitBytes(bytesOf(piece))]);
  };

  it('are found however the bytes are split', () => {
    const line = '\r\nST,GS,+  1.234kg\r\n';
    expect(read('sends', ...line)).toEqual(['ST,GS,+  1.234kg']);
    expect(read('sends', line.slice(0, 7), line.slice(7))).toEqual(['ST,GS,+  1.234kg']);
  });
  it('do not include the first one if its start was missed', () =>
    expect(read('sends', 'GS,+ 1.234kg\r\n', 'ST,GS,+ 11.234kg\r\n')).toEqual(['ST,GS,+ 11.234kg']));
  it('are dropped as a whole if they contain an invalid byte', () => {
    expect(read('sends', '\rST,GS,+ 1\u0000.234kg\rST,GS,+  2.000kg\r')).toEqual(['ST,GS,+  2.000kg']);
    expect(read('sends', '\rST,GS,+ 1\u00b1.234kg\r')).toEqual([]);
  });
  it('are dropped if they have no end, however long they are', () =>
    expect(read('sends', '\r', '1'.repeat(1_000_000), '\rST,GS,+  2.000kg\r')).toEqual(['ST,GS,+  2.000kg']));
  it('of an 8217 count only after its start mark, and its status may be any byte', () => {
    expect(read('8217-kg', '01.234\r')).toEqual([]);
    expect(read('8217-kg', '\u000201.234\r')).toEqual(['01.234']);
    expect(read('8217-kg', '\u0002?\r\r')).toEqual(['?\r']);
    expect(read('8217-kg', '\u000211\u000201.234\r')).toEqual(['01.234']);
  });
});
