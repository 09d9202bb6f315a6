import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer } from './exchanges.ts';
import type { Service } from './sync-desk.ts';

/** Answers with the status record of a label order of `labelCapture`: created, with a tracking number. */
export const createdRecord = (PackageId: string): Exchange =>
  httpAnswer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Created',
    TrackingNumber: `T-${PackageId}`,
  });
/** The same while the service is still creating the order. */
export const creatingRecord = (PackageId: string): Exchange =>
  httpAnswer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Creating',
    HandleStatus: 'Submitted',
  });
/** The documented 404 answer. */
export const notFoundAnswer: Exchange = httpAnswer(404, { Message: 'packageId not found' });

/** A service without faults: it accepts creates and has finished them at the first status check. */
export const healthyService: Service = ({ endpoint, id }) =>
  endpoint === 16 ? (id.startsWith('P') ? createdRecord(id) : notFoundAnswer) : creatingRecord(id);
