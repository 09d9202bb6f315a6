import { labelFieldsIn } from '../../renderer/forms/translate-reason.svelte.ts';
import { lastName, templateOf } from '../../shared/path/path.ts';
import { describe, expect, it } from 'vitest';

const words: Record<string, string> = { Postcode: '邮编', Weight: '重量', Sku: 'SKU' };
const said = (text: string) => labelFieldsIn(text, (path) => words[lastName(templateOf(path))] ?? lastName(path));

describe('a field path in a message of the service', () => {
  it('is replaced by the name of the field on screen, anywhere in the message', () => {
    expect(said('$.Package.ShipToAddress.Postcode: "41101" is not known here')).toBe('邮编: "41101" is not known here');
    expect(said('Package.Skus[3].Weight: too much; $.Package.Skus[0].Sku: unknown')).toBe(
      '重量: too much; SKU: unknown',
    );
    // A Chinese colon has no space after it.
    expect(said('$.Postcode：不存在')).toBe('邮编：不存在');
  });

  it('is not recognised in a lone name, a host or URL, a time, or other words', () => {
    for (const text of [
      'Postcode: not of this city',
      'api.example.com: no such host',
      'See https://api.example.com/v1: closed',
      'At 10:05 Package.Weight is missing',
      'Error: again later',
    ])
      expect(said(text)).toBe(text);
  });
});
