import { endpointNumbers, endpointOf } from '../../shared/service/endpoints.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { describe, expect, it } from 'vitest';

describe('a reply', () => {
  it('as documented is returned whole, with nothing unexpected', () => {
    const record = {
      PackageId: 'P',
      WeightInit: 480,
      PackingInit: { Length: 14.5, Width: 8, Height: 7 },
      Status: 'Creating',
      HandleStatus: 'Submitted',
      CreateFailedReason: { ReasonCode: 'x', ReasonText: 'y', ExtendMessage: 'z' },
      ShippingCosts: [{ Money: 1.5, Currency: 'USD', Type: 'None', Remark: '' }],
      CreatedTime: '2025-03-31T14:05:00',
    };
    expect(readReply(16, record)).toEqual({ record, unexpected: [] });
  });

  it('keeps fields and enumeration values that the document does not show', () => {
    const record = { HandleStatus: 'SomethingNew', Extra: { a: [null] } };
    expect(readReply(16, record)).toEqual({ record, unexpected: [] });
  });

  it('loses a field of a wrong type, not the record, and reports where', () => {
    const { record, unexpected } = readReply(16, {
      PackageId: 5,
      TrackingNumber: 'T',
      CreateFailedReason: { ReasonCode: 1, ReasonText: 'no address' },
      ShippingCosts: [7, { Money: 1 }],
    });
    expect(record).toEqual({
      TrackingNumber: 'T',
      CreateFailedReason: { ReasonText: 'no address' },
      ShippingCosts: [{ Money: 1 }],
    });
    expect(unexpected).toEqual([
      { path: '$.PackageId', expected: 'text', found: 'a number' },
      { path: '$.CreateFailedReason.ReasonCode', expected: 'text', found: 'a number' },
      { path: '$.ShippingCosts[0]', expected: 'an object', found: 'a number' },
    ]);
  });

  it('accepts null for absent fields', () => {
    expect(readReply(16, { PackageId: 'P', CreateFailedReason: null, RetryCount: null })).toEqual({
      record: { PackageId: 'P' },
      unexpected: [],
    });
  });

  it('keeps a value that only breaks a rule, and a fraction where a whole number is documented', () => {
    const { record, unexpected } = readReply(13, [{ ImportHsCode: '12', Weight: 1.5, Material: 'x'.repeat(51) }]);
    expect(record).toEqual([{ ImportHsCode: '12', Weight: 1.5, Material: 'x'.repeat(51) }]);
    expect(unexpected.map(({ path }) => path).sort()).toEqual(['$[0].ImportHsCode', '$[0].Material', '$[0].Weight']);
  });

  it('keeps and reports a number sent as text, and loses other text where a number is required', () => {
    const { record, unexpected } = readReply(13, [{ Weight: '12.50', Length: '10 cm', Width: '' }]);
    expect(record).toEqual([{ Weight: '12.50' }]);
    expect(unexpected.map(({ path }) => path).sort()).toEqual(['$[0].Length', '$[0].Weight', '$[0].Width']);
  });

  it('of one kind in place of the other is read and reported', () => {
    expect(readReply(16, [{ PackageId: 'P' }])).toMatchObject({
      record: { PackageId: 'P' },
      unexpected: [{ path: '$' }],
    });
    expect(readReply(11, { PackageId: 'P' })).toMatchObject({
      record: [{ PackageId: 'P' }],
      unexpected: [{ path: '$' }],
    });
  });

  it('of outbound pricing is a list, whether it is sent as one object or as several', () => {
    expect(readReply(17, { ServiceCode: 'S' })).toEqual({ record: [{ ServiceCode: 'S' }], unexpected: [] });
    expect(readReply(17, [{ ServiceCode: 'S' }, { ServiceCode: 'T' }]).record).toHaveLength(2);
  });

  it('that is not documented is kept if it is an object', () => {
    expect(readReply(6, { SvcOrderId: '1' })).toEqual({ record: { SvcOrderId: '1' }, unexpected: [] });
    expect(readReply(6, 'ok').record).toEqual({});
  });

  it('of any kind never causes an exception', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    const strange = [null, true, 0, 'text', [], {}, [[]], [null], deep, { Checkpoints: deep, ShippingCosts: {} }];
    for (const number of endpointNumbers) {
      for (const json of strange) expect(() => readReply(number, json)).not.toThrow();
    }
  });

  it.each([
    [16, 2, ['TrackingState', 'DestinationAscanTime', 'DeliveredTime']],
    [19, 20, ['VerifyState', 'BlockQty']],
    [14, 17, ['TotalCharge']],
  ] as const)('of endpoint %d documents more than that of %d: %j', (more, less, names) => {
    const documented = (number: 16 | 2 | 19 | 20 | 14 | 17): string[] =>
      Object.keys(endpointOf(number).reply?.shape ?? {});
    expect(documented(more).filter((name) => !documented(less).includes(name))).toEqual(names);
    expect(documented(less).filter((name) => !documented(more).includes(name))).toEqual([]);
  });

  it('sets no prototype', () => {
    const { record } = readReply(16, JSON.parse('{"__proto__": {"TrackingNumber": "T"}}'));
    expect(record.TrackingNumber).toBeUndefined();
  });
});
