import type { Input, Output } from '../../shared/contract/desk-contract.ts';
import type { RememberedAddress } from '../../shared/contract/memory-procedures.ts';
import { ok, type Result } from '../../shared/contract/problem.ts';

type Names = 'addresses.find' | 'addresses.forget';
type Handlers = { [N in Names]: (input: Input<N>) => Result<Output<N>> };

const recipients: Record<string, string>[] = [
  {
    Contact: 'Zoë Åkesson',
    Phone: '+46701234567',
    Country: 'SE',
    City: 'Göteborg',
    Postcode: '411 01',
    Street1: 'Storgatan 1',
  },
  {
    Contact: '王小明',
    Phone: '13800138000',
    Country: 'CN',
    Province: '广东省',
    City: '深圳市',
    District: '南山区',
    Street1: '科技路15号',
  },
  {
    Contact: 'Zoran Horvat',
    Phone: '+385912345678',
    Country: 'HR',
    City: 'Zagreb',
    Postcode: '10000',
    Street1: 'Ilica',
    HouseNumber: '17',
  },
];

/** Address book of the fake desk, reset when the page opens. */
export function fakeAddresses(): Handlers {
  let addresses: RememberedAddress[] = recipients.map((address, index) => ({
    id: index + 1,
    address,
    used: 9 - index,
    usedAt: 0,
  }));
  return {
    'addresses.find': ({ text, limit }) => {
      const searchWords = text.toLowerCase().split(/\s+/).filter(Boolean);
      const searchText = ({ address }: RememberedAddress) => Object.values(address).join('\n').toLowerCase();
      const matches = addresses.filter((one) => searchWords.every((word) => searchText(one).includes(word)));
      return ok({ addresses: matches.slice(0, limit) });
    },
    'addresses.forget': ({ id }) => {
      const countBefore = addresses.length;
      addresses = addresses.filter((one) => one.id !== id);
      return ok({ forgotten: addresses.length < countBefore });
    },
  };
}

/** Whether two label orders have the same recipient and the same goods. */
export function sameParcel(first: unknown, second: unknown): boolean {
  const parcelText = (body: unknown): string => {
    const { Package } = body as { Package?: { ShipToAddress?: { Contact?: string }; Skus?: { Sku?: string }[] } };
    return JSON.stringify([Package?.ShipToAddress?.Contact, Package?.Skus?.map(({ Sku }) => Sku)]);
  };
  return parcelText(first) === parcelText(second);
}
