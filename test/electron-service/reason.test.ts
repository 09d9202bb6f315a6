import { readRefusal } from '../../electron/delivery/service/refusal.ts';
import { describe, expect, it } from 'vitest';

const read = (body: unknown, status = 400) =>
  readRefusal(2, { status, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the reason of a refusal', () => {
  it.each([
    [
      'Errors[].Message',
      { Errors: [{ Code: 'E1', Message: 'PackageId exists' }], TicketId: 't' },
      'E1',
      'PackageId exists',
    ],
    [
      'several errors',
      {
        Errors: [
          { Code: 'E1', Message: 'One.' },
          { Code: 'E2', Message: 'Two.' },
        ],
      },
      'E1',
      'One. Two.',
    ],
    ['Message', { Message: 'No' }, 'HTTP 400', 'No'],
    ['message', { message: 'No', code: 17 }, '17', 'No'],
    ['a title', { title: 'Invalid', status: 400 }, 'HTTP 400', 'Invalid'],
    [
      'errors by field',
      { title: 'Invalid', errors: { 'Package.Weight': ['is required'] } },
      'HTTP 400',
      'Package.Weight: is required',
    ],
    ['a list of texts', ['first', 'second'], 'HTTP 400', 'first; second'],
    [
      'several messages without a full stop, one of them twice',
      ['The Postcode is wrong', 'Country is missing', 'Country is missing'],
      'HTTP 400',
      'The Postcode is wrong; Country is missing',
    ],
    ['a sentence followed by its field', { Message: 'Phone is not valid. Phone' }, 'HTTP 400', 'Phone is not valid.'],
    [
      'a sentence followed by its path',
      ['It is too long. (Package.ShipToAddress.City)', 'It is not known. Unheard'],
      'HTTP 400',
      'It is too long. It is not known. Unheard',
    ],
    [
      'a sentence followed by its parameter',
      { Message: "Value cannot be null. (Parameter 'PackageId')" },
      'HTTP 400',
      'Value cannot be null.',
    ],
    [
      'a field named in the sentence and again after a punctuation mark',
      ['Phone of the recipient is not valid (Phone)', 'The Postcode is unknown: Package.ShipToAddress.Postcode'],
      'HTTP 400',
      'Phone of the recipient is not valid; The Postcode is unknown',
    ],
    [
      'a field named only after a punctuation mark',
      ['not valid: Phone', 'unknown text (City)'],
      'HTTP 400',
      'not valid: Phone; unknown text (City)',
    ],
    ['a nested error', { error: { message: 'deep', code: 'X' } }, 'HTTP 400', 'deep'],
    ['a JSON text', '"just words"', 'HTTP 400', 'just words'],
    ['bare text', 'just words', 'HTTP 400', 'just words'],
    ['a page', '<html><head><title>Bad &lt;Request&gt;</title></head><body>x</body>', 'HTTP 400', 'Bad <Request>'],
    ['a page without a title', '<body><script>a()</script><p>Not <b>here</b></p>', 'HTTP 400', 'Not here'],
    ['nothing', '', 'HTTP 400', 'The service refused it (HTTP 400).'],
    ['nothing in JSON', '{}', 'HTTP 400', 'The service refused it (HTTP 400).'],
    ['wrong types', { Errors: 7, Message: { a: 1 } }, 'HTTP 400', 'The service refused it (HTTP 400).'],
  ])('is found in %s', (_name, body, code, text) => {
    expect(read(body)).toMatchObject({ code, text });
  });

  it.each([
    ['ServiceCode is wrong', 'ServiceCode'],
    ['The field Package.ShipToAddress.City is required.', 'City'],
    ['Skus[0].DeclareValue must be positive', 'DeclareValue'],
    ['packageid already exists', 'PackageId'],
    ["'HouseNumber' missing; also Postcode", 'HouseNumber'],
    ['this city is unknown', null],
    ['NotAField is wrong', null],
    ['PrePackageIdX', null],
  ])('%j names %s', (text, field) => {
    expect(read({ Message: text }).field).toBe(field);
  });

  it('is one bounded line without control or direction characters', () => {
    const { text } = read({ Message: `a\u0000\n\u202eb ${'x'.repeat(5000)}` });
    expect(text.startsWith('a b xxx')).toBe(true);
    expect(text.length).toBe(500);
  });

  it('survives hostile shapes', () => {
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;
    expect(read(deep).text).toBe('The service refused it (HTTP 400).');
    expect(read('{"__proto__":{"Message":"x"},"constructor":1}').text).toBe('The service refused it (HTTP 400).');
    expect(read(`<${'a'.repeat(1_000_000)}`).text).toBeTypeOf('string');
  });
});

it.each(['<title', '<script>', '<style ', '<script></script'])(
  'the time to read a page that repeats %j grows linearly with its length',
  (tag) => {
    const cost = (length: number): number => {
      const began = process.cpuUsage();
      readRefusal(2, { status: 400, body: tag.repeat(length / tag.length) });
      return process.cpuUsage(began).user;
    };
    cost(16_000);
    // Quadratic work would cost sixteen times as much for four times the length.
    expect(cost(64_000)).toBeLessThan(6 * Math.max(cost(16_000), 20_000));
  },
);
