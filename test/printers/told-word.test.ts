import { toPrinters } from '../../electron/printing/printers/find-printers.ts';
import { sanitizePrinterText } from '../../electron/printing/printers/printer.ts';
import { probeSystemPrinter } from '../../electron/printing/printers/system-printer.ts';
import { hasInvisible } from '../../shared/text/invisible-text.ts';
import { describe, expect, it } from 'vitest';

const hostile = [
  '<script>alert(1)</script>',
  '\u202egnp.exe\u2066',
  'a\u0000b\u001b[31mred\u0007',
  'two\nlines\r\tand a tab',
  '\ud800half',
  '🖨️'.repeat(50_000),
  'x'.repeat(100_000),
];

describe('text reported by a printer', () => {
  it.each(hostile)('is short, without invisible or direction characters: %j', (said) => {
    const word = sanitizePrinterText(said);
    expect([hasInvisible(word), /[\n\r\t]/.test(word), Array.from(word).length <= 200]).toEqual([false, false, true]);
  });

  it('keeps markup as text, and ordinary names unchanged', () => {
    expect([sanitizePrinterText('<b>Zebra</b> & Co'), sanitizePrinterText('标签 ZD421 – Büro')]).toEqual([
      '<b>Zebra</b> & Co',
      '标签 ZD421 – Büro',
    ]);
  });

  it.each(hostile)('is sanitized whether it comes from the system or the network: %j', async (said) => {
    const system = {
      list: () => Promise.resolve([{ name: 'q', displayName: said, about: said }]),
      print: () => Promise.resolve(null),
    };
    const kind = '_ipp._tcp.local';
    const full = `${said}.${kind}`;
    const heard = [
      { type: 'PTR', name: kind, data: full },
      { type: 'SRV', name: full, data: { port: 631, target: 'p.local' } },
      { type: 'TXT', name: full, data: [Buffer.from(`ty=${said}`)] },
      { type: 'A', name: 'p.local', data: '192.0.2.8' },
    ];
    const found = await toPrinters(heard, () => Promise.resolve(false));
    const { model } = await probeSystemPrinter('q', system);
    const words = [model, ...found.flatMap(({ name, about }) => [name, about])];
    expect(words.length).toBe(3);
    expect(words.filter((word) => hasInvisible(word) || Array.from(word).length > 200)).toEqual([]);
  });
});
