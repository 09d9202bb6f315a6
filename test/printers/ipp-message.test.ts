import { BadIppError, decodeIpp, encodeIpp } from '../../electron/printing/printers/ipp-call.ts';
import { findMedia } from '../../electron/printing/printers/ipp-printer.ts';
import { describe, expect, it } from 'vitest';

const text = (words: string): string => Buffer.from(words).toString('hex');

/** The request of RFC 8010, appendix A.1, byte by byte. */
const ofTheStandard = [
  ...['0101', '0002', '00000001', '01'],
  ...['47', '0012', text('attributes-charset'), '0005', text('utf-8')],
  ...['48', '001b', text('attributes-natural-language'), '0005', text('en-us')],
  ...['45', '000b', text('printer-uri'), '002c', text('ipp://printer.example.com/ipp/print/pinetree')],
  ...['42', '0008', text('job-name'), '0006', text('foobar')],
  ...['22', '0016', text('ipp-attribute-fidelity'), '0001', '01'],
  '02',
  ...['21', '0006', text('copies'), '0004', '00000014'],
  ...['44', '0005', text('sides'), '0013', text('two-sided-long-edge')],
  '03',
].join('');

describe('a message of IPP', () => {
  it('is encoded as in the example of the standard, followed by the document', () => {
    const message = encodeIpp({
      operation: 0x0002,
      requestId: 1,
      groups: [
        [
          'operation',
          [
            ['attributes-charset', 'charset', 'utf-8'],
            ['attributes-natural-language', 'naturalLanguage', 'en-us'],
            ['printer-uri', 'uri', 'ipp://printer.example.com/ipp/print/pinetree'],
            ['job-name', 'name', 'foobar'],
            ['ipp-attribute-fidelity', 'boolean', true],
          ],
        ],
        [
          'job',
          [
            ['copies', 'integer', 20],
            ['sides', 'keyword', 'two-sided-long-edge'],
          ],
        ],
      ],
      data: Buffer.from('%PDF'),
    });
    expect(message.toString('hex')).toBe(ofTheStandard + text('%PDF'));
  });

  it.each([
    ['groups', '04'],
    ['values', '4400000000'],
  ])('with too many %s is rejected', (_of, one) => {
    const many = Buffer.from(`020000000000000104${one.repeat(60_000)}03`, 'hex');
    expect(() => decodeIpp(many)).toThrow('It says more than a printer has to say.');
  });

  it('is decoded, including multiple values of one attribute and collections', () => {
    const collection = [
      ...['34', '0009', text('media-col'), '0000'],
      ...['4a', '0000', '000a', text('media-size'), '21', '0000', '0004', '00002710'],
      ...['37', '0000', '0000'],
    ];
    const answer = [
      ...['0200', '0000', '00000007', '01', '04', ...collection],
      ...['44', '000b', text('media-ready'), '0001', text('a'), '44', '0000', '0001', text('b')],
      ...['21', '0003', text('ppm'), '0004', 'fffffffe', '03'],
    ].join('');
    const { status, requestId, groups } = decodeIpp(Buffer.from(answer, 'hex'));
    expect([status, requestId]).toEqual([0, 7]);
    expect(groups.printer?.get('media-ready')).toEqual(['a', 'b']);
    expect(groups.printer?.get('ppm')).toEqual([-2]);
    expect(groups.printer?.get('media-col')).toHaveLength(1);
  });

  it('that is truncated anywhere is rejected', () => {
    const whole = Buffer.from(ofTheStandard, 'hex');
    for (let end = 0; end < whole.length; end += 1)
      expect(() => decodeIpp(whole.subarray(0, end)), `${end}`).toThrow(BadIppError);
    expect(() => decodeIpp(Buffer.from('<html>It works!</html>'))).toThrow(BadIppError);
  });
});

describe('the media name of a label', () => {
  it.each([
    [['na_letter_8.5x11in', 'oe_4x6-label_4x6in'], 101.6, 152.4, 'oe_4x6-label_4x6in'],
    [['om_small_50x30mm', 'om_label_100x150mm'], 100, 150, 'om_label_100x150mm'],
    [['oe_4x6-label_4x6in'], 100, 150, null],
    // as a printer measures it, with the gap; and the nearest of several
    [['oe_4x6.08-label_4x6.08in'], 101.6, 152.4, 'oe_4x6.08-label_4x6.08in'],
    [['oe_4x6.08-label_4x6.08in', 'na_index-4x6_4x6in'], 101.6, 152.4, 'na_index-4x6_4x6in'],
    [['oe_4x5.9-label_4x5.9in'], 101.6, 152.4, null],
    [['om_label_150x100mm', 'custom_max_200x300mm', 7], 100, 150, null],
    [[], 100, 150, null],
  ])('is chosen by size: %j', (names, width, height, media) => {
    expect(findMedia(names, width, height)).toBe(media);
  });
});
