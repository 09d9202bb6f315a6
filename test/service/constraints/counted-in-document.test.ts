import { allCases } from './all-cases.ts';
import { noEndpoint } from './any-request.ts';
import { at } from './change.ts';
import type { Place } from './request-case.ts';
import { spotsOf } from './walk.ts';
import { describe, expect, it } from 'vitest';

describe('the whole list of endpoints', () => {
  it('has the 20 endpoints in order', () => {
    expect(allCases.map(({ list }) => list.endpoint)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(noEndpoint.length).toBeGreaterThan(20);
  });

  /** Counted by hand in the document, not taken from the tables. */
  const counted: [endpoint: number, place: Place, fields: number][] = [
    [1, { in: 'body', path: '$' }, 4],
    [1, { in: 'body', path: '$.Package' }, 35],
    [1, { in: 'body', path: '$.Package.ShipToAddress' }, 22],
    [1, { in: 'body', path: '$.Package.Sender' }, 12],
    [1, { in: 'body', path: '$.Package.ExportsInfo' }, 12],
    [1, { in: 'body', path: '$.Package.ImportsInfo' }, 12],
    [1, { in: 'body', path: '$.Package.Skus[0]' }, 37],
    [1, { in: 'body', path: '$.Package.Skus[0].NewDeclareValue' }, 2],
    [1, { in: 'body', path: '$.Package.Skus[0].ExportsDeclareValue' }, 1],
    [1, { in: 'body', path: '$.Package.Skus[0].CIFDeclareValue' }, 1],
    [1, { in: 'body', path: '$.Package.Skus[0].InsuranceDeclareValue' }, 1],
    [1, { in: 'body', path: '$.Package.Skus[0].FreightDeclareValue' }, 1],
    [1, { in: 'body', path: '$.Package.Duty' }, 2],
    [2, { in: 'body', path: '$' }, 4],
    [2, { in: 'body', path: '$.Package' }, 28],
    [2, { in: 'body', path: '$.Package.ShipToAddress' }, 19],
    [2, { in: 'body', path: '$.Package.Sender' }, 10],
    [2, { in: 'body', path: '$.Package.ExportsInfo' }, 11],
    [2, { in: 'body', path: '$.Package.Skus[0]' }, 20],
    [2, { in: 'body', path: '$.Package.Skus[0].ExportsDeclareValue' }, 2],
    [4, { in: 'body', path: '$' }, 10],
    [4, { in: 'body', path: '$.Containers[0]' }, 6],
    [4, { in: 'body', path: '$.Containers[0].Skus[0]' }, 5],
    [4, { in: 'body', path: '$.Containers[0].Skus[0].ProductDetails[0]' }, 13],
    [5, { in: 'body', path: '$' }, 1],
    [6, { in: 'body', path: '$' }, 9],
    [6, { in: 'body', path: '$.ContainerInfos[0]' }, 6],
    [6, { in: 'body', path: '$.ContainerInfos[0].SkuInfos[0]' }, 17],
    [6, { in: 'body', path: '$.ShipToAddress' }, 22],
    [6, { in: 'body', path: '$.ShipperInfo' }, 12],
    [7, { in: 'body', path: '$' }, 12],
    [7, { in: 'body', path: '$.Skus[0]' }, 37],
    [7, { in: 'body', path: '$.ShipToAddress' }, 22],
    [7, { in: 'body', path: '$.Sender' }, 12],
    [8, { in: 'body', path: '$' }, 17],
    [8, { in: 'body', path: '$.SkuDetails[0]' }, 3],
    [8, { in: 'body', path: '$.SkuRelabelDetails[0]' }, 4],
    [8, { in: 'body', path: '$.BoxDetails[0]' }, 3],
    [8, { in: 'body', path: '$.BoxDetails[0].SkuDetails[0]' }, 3],
    [8, { in: 'body', path: '$.PalletDetails[0]' }, 2],
    [8, { in: 'body', path: '$.PalletDetails[0].PalletizingDetails[0]' }, 2],
    [9, { in: 'body', path: '$' }, 10],
    [9, { in: 'body', path: '$.ContainerInfos[0].SkuInfos[0]' }, 17],
    [10, { in: 'body', path: '$' }, 6],
    [10, { in: 'body', path: '$.Package' }, 22],
    [10, { in: 'body', path: '$.Package.ShipToAddress' }, 22],
    [10, { in: 'body', path: '$.Package.Skus[0]' }, 9],
    [10, { in: 'body', path: '$.Package.ExportsInfo' }, 12],
    [10, { in: 'body', path: '$.Package.RefInboundOrderInfo' }, 2],
    [10, { in: 'body', path: '$.Package.RefInboundOrderInfo.RefInboundOrderMappings[0]' }, 3],
    [11, { in: 'body', path: '$' }, 1],
    [13, { in: 'body', path: '$' }, 3],
    [13, { in: 'body', path: '$.ProductStorageQuery' }, 3],
    [14, { in: 'body', path: '$' }, 7],
    [14, { in: 'body', path: '$.Boxes[0]' }, 5],
    [15, { in: 'body', path: '$' }, 29],
    [17, { in: 'body', path: '$' }, 12],
    [19, { in: 'query', path: '$' }, 2],
    [20, { in: 'body', path: '$' }, 2],
  ];

  it('has the counted number of fields at every place', () => {
    const listed = counted.map(([endpoint, place]): (typeof counted)[number] => {
      const object = at(allCases[endpoint - 1]?.list.full, place) as object;
      return [endpoint, place, Object.keys(object).length];
    });
    expect(listed).toEqual(counted);
  });

  /** How many of the fields are marked required, counted in the same way. */
  const marked: [endpoint: number, count: number][] = [
    [1, 2],
    [2, 1],
    [3, 1],
    [4, 4],
    [5, 1],
    [6, 5],
    [7, 4],
    [8, 4],
    [9, 7],
    [10, 1],
    [11, 2],
    [12, 1],
    [13, 0],
    [14, 2],
    [15, 11],
    [16, 1],
    [17, 6],
    [18, 1],
    [19, 2],
    [20, 2],
  ];

  it('has the counted number of required fields at every endpoint', () => {
    const listed = allCases.map(({ list }) => [
      list.endpoint,
      spotsOf(list).filter((spot) => spot.first && spot.member.required).length,
    ]);
    expect(listed).toEqual(marked);
  });

  /** The differences between variants that are easily missed. */
  const tripped: [endpoint: number, path: string][] = [
    [2, '$.Package.ShipToAddress.District'],
    [2, '$.Package.ShipToAddress.Department'],
    [2, '$.Package.ShipToAddress.ShortAddress'],
    [2, '$.Package.Sender.District'],
    [2, '$.Package.Sender.Department'],
    [2, '$.Package.ExportsInfo.Department'],
    [2, '$.Package.ImportsInfo.Department'],
    [2, '$.Package.PlatformOrderNo'],
    [2, '$.Package.PlatformPaymentNo'],
    [2, '$.Package.IsSignature'],
    [2, '$.Package.SignatureType'],
    [2, '$.Package.IsHazmat'],
    [2, '$.Package.WeightUnit'],
    [2, '$.Package.DeclareMode'],
    [2, '$.Package.Skus[0].Brand'],
    [2, '$.Package.Skus[0].WeightUnit'],
    [2, '$.Package.Skus[0].CIFDeclareValue'],
    [2, '$.Package.Skus[0].HsCodeCN'],
    [1, '$.Package.Skus[0].ExportsDeclareValue.Currency'],
    [1, '$.Package.PreSale'],
    [1, '$.Package.RefInboundOrderInfo'],
    [6, '$.Sender'],
    [7, '$.ShipperInfo'],
    [7, '$.Remark'],
    [7, '$.Location'],
    [9, '$.ShipperInfo'],
    [9, '$.ShipToAddress'],
    [10, '$.Location'],
    [10, '$.Package.Sender'],
    [10, '$.Package.Weight'],
    [6, '$.ContainerInfos[0].Skus'],
    [4, '$.Containers[0].SkuInfos'],
    [4, '$.Containers[0].Skus[0].ProductDetails[0].Picture'],
    [6, '$.ContainerInfos[0].SkuInfos[0].SellingValue'],
  ];

  it('refuses each easily missed name that the endpoint lacks', () => {
    const silent = tripped.filter(([endpoint, path]) => {
      const told = allCases[endpoint - 1]?.refuses.filter((breach) => breach.in === 'body' && breach.path === path);
      return !told?.some(({ rule }) => rule === 'name of a sibling');
    });
    expect(silent).toEqual([]);
  });
});
