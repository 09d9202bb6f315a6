import type { Exchange } from '../../electron/service/exchange.ts';
import { answer } from './exchanges.ts';
import type { Service } from './sync-desk.ts';

/** Status records of label orders as `labelCapture` writes them, and a pretended service in good health. */
export const made = (PackageId: string): Exchange =>
  answer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Created',
    TrackingNumber: `T-${PackageId}`,
  });
export const creating = (PackageId: string): Exchange =>
  answer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Creating',
    HandleStatus: 'Submitted',
  });
/** 404 as documented. */
export const unknown: Exchange = answer(404, { Message: 'packageId not found' });

/** A service in good health: creates are taken, and made at the first look at their status. */
export const healthy: Service = ({ endpoint, id }) =>
  endpoint === 16 ? (id.startsWith('P') ? made(id) : unknown) : creating(id);
