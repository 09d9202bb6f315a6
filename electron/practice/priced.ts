import type { PricingResult } from '../../shared/service/pricing.ts';
import { chargeInfo, type Charge } from './charge.ts';

/** Common data of every practice service, inbound or outbound. */
export interface PricedService {
  ServiceCode: string;
  ServiceName: string;
  centsPerKilogram: bigint;
  /** maximum weight of a box or parcel, hundredths of a gram */
  heaviest: bigint;
  days: { Min: number; Max: number };
}

/** The answer of a service that carries the goods (endpoints 14 and 17). */
export function priced({ ServiceCode, ServiceName, days }: PricedService, charges: readonly Charge[]): PricingResult {
  return {
    ServiceCode,
    ServiceName,
    Success: true,
    Message: '',
    ChargeInfo: chargeInfo(charges),
    LogisticsTimes: days,
  };
}

/** The answer of a service that does not, with the reason. */
export function notPriced(ServiceCode: string, ServiceName: string, Message: string): PricingResult {
  return { ServiceCode, ServiceName, Success: false, Message, ChargeInfo: { Summary: [], Detail: [] } };
}
