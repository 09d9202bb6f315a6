import { describeFields } from '../../shared/service/describe-fields.ts';
import { endpointNumbers, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { describe, expect, it } from 'vitest';

const field = (number: EndpointNumber, path: string) => describeFields(number).find((each) => each.path === path);

describe('the fields of a body', () => {
  it('have type, limits and required mark', () => {
    expect(field(15, 'Weight')).toEqual({
      path: 'Weight',
      name: 'Weight',
      required: true,
      type: 'integer',
      min: 1,
      max: 2147483647,
    });
    expect(field(15, 'DeclareValue')).toMatchObject({ type: 'decimal', digits: 18, places: 2, required: true });
    expect(field(15, 'CustomStorageNo')).toMatchObject({
      required: false,
      minLength: 5,
      maxLength: 20,
      pattern: '^[\\x00-\\x7f]{5,20}$',
    });
    expect(field(4, 'PlanArriveDate')).toMatchObject({ type: 'date' });
    expect(field(5, 'TrackingNumbers')).toMatchObject({ type: 'list', maxItems: 20 });
    expect(field(2, 'SubmitLater')).toMatchObject({ type: 'flag', required: false, default: false });
    expect(field(7, 'Weight')).toMatchObject({ unit: 'g' });
    expect(field(2, 'Package.Weight')).not.toHaveProperty('unit');
  });

  it('include those in objects and lists', () => {
    expect(field(2, 'Package.ShipToAddress.Contact')).toMatchObject({ type: 'text', name: 'Contact' });
    expect(field(4, 'Containers[].Skus[].ProductDetails[].SellingValue')).toMatchObject({ type: 'number' });
    expect(field(2, 'Package')).toMatchObject({ type: 'object', required: true });
    expect(field(13, 'SkuList[]')).toMatchObject({ type: 'text' });
  });

  it('differ between the order and the label order as in the document', () => {
    const paths = (number: EndpointNumber): string[] => describeFields(number).map(({ path }) => path);
    const [all, label] = [paths(1), paths(2)];
    const added = label.filter((path) => !all.includes(path));
    expect(added).toEqual(['Package.Skus[].ExportsDeclareValue.Currency']);
    const lacking = all.filter((path) => !label.includes(path) && !path.startsWith('Package.Skus'));
    expect(lacking).toEqual([
      'Package.PlatformOrderNo',
      'Package.PlatformPaymentNo',
      'Package.IsSignature',
      'Package.SignatureType',
      'Package.IsHazmat',
      'Package.ShipToAddress.Department',
      'Package.ShipToAddress.ShortAddress',
      'Package.ShipToAddress.District',
      'Package.Sender.Department',
      'Package.Sender.District',
      'Package.WeightUnit',
      'Package.ExportsInfo.Department',
      'Package.ImportsInfo.Department',
      'Package.DeclareMode',
    ]);
  });

  it('are empty without a body, and contain no path twice', () => {
    expect(describeFields(16)).toEqual([]);
    for (const number of endpointNumbers) {
      const paths = describeFields(number).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
  });
});
