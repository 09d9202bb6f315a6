import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { answer } from './exchanges.ts';
import type { Service } from './sync-desk.ts';

/** Status records of label orders as `labelCapture` writes them, and a fake service without faults. */
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
/** The documented 404 answer. */
export const unknown: Exchange = answer(404, { Message: 'packageId not found' });

/** A service without faults: it accepts creates and has finished them at the first status check. */
export const healthy: Service = ({ endpoint, id }) =>
  endpoint === 16 ? (id.startsWith('P') ? made(id) : unknown) : creating(id);
