import type { Rule } from '../../faults/service/faults.ts';
import { startService, type FaultService } from '../../faults/service/start.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The port can never change while a sample folder uses it, because a data folder is bound to its target. */
const port = 21347;
export const serviceAddress = `http://127.0.0.1:${String(port)}`;

/**
 * Starts the service that the sample folders deliver to. The prefix of an order's key selects its fault. All tests
 * share one port, so each waits for its turn.
 */
export async function startServiceOfFolder(): Promise<FaultService> {
  const lock = await lockService();
  const service = await startService(1, port);
  return {
    ...service,
    async stop() {
      await service.stop();
      lock.close();
    },
  };
}

/**
 * Listens on the next port as a lock. Only one process can, even while the service restarts, and a killed test releases
 * the lock.
 */
async function lockService(): Promise<Server> {
  for (;;) {
    const server = createServer().listen(port + 1, '127.0.0.1');
    try {
      await once(server, 'listening');
      return server.unref();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await setTimeout(200);
    }
  }
}

const jsonFault = (body: object, overrides: object = {}) => ({
  kind: 'says' as const,
  status: 200,
  type: 'application/json',
  body: JSON.stringify(body),
  takes: true,
  ...overrides,
});
const record = (PackageId: string, overrides: object) => ({
  PackageId,
  ServiceCode: 'SGP',
  Country: 'PT',
  SvcPackageId: `S-${PackageId}`,
  CreatedTime: '2026-11-03T08:00:00Z',
  Status: 'Created',
  ...overrides,
});

const refusedFault = jsonFault({ Message: 'Postcode is not known' }, { status: 400, takes: false });

export const serviceFaults: Rule[] = [
  // These orders succeed the second time, after a person has corrected them or sent them again.
  { to: 'creates', keys: '^REFUSED-2$', timesEach: 1, fault: refusedFault },
  { to: 'creates', keys: '^LOST-2$', timesEach: 1, fault: { kind: 'request-lost' } },
  { to: 'creates', keys: '^REFUSED-[13]$', fault: refusedFault },
  { to: 'creates', keys: '^BUSY-', fault: jsonFault({ Message: 'try later' }, { status: 503, takes: false }) },
  { to: 'creates', keys: '^LOST-[134]$', fault: { kind: 'request-lost' } },
  { to: 'creates', keys: '^OTHER-', fault: { kind: 'answer-lost' } },
  { to: 'creates', keys: '^TWICE-', timesEach: 1, endpoints: [7], fault: { kind: 'answer-lost' } },
  { to: 'creates', keys: '^SENDING-', fault: { kind: 'silence', takes: true } },
  { to: 'creates', keys: '^SAYS-YES-', fault: jsonFault({}, { type: 'text/plain', body: 'noted under 12' }) },
  { to: 'creates', keys: '^SAYS-NO-', fault: jsonFault({}, { type: 'text/plain', body: 'we do not keep such goods' }) },
  { to: 'creates', keys: '^SAYS-WHAT-', fault: jsonFault({}, { type: 'text/plain', body: 'see the other list' }) },
  { to: 'reads', keys: '^OTHER-1$', fault: jsonFault(record('OTHER-1', { Country: 'FR', TrackingNumber: 'T-OTHER' })) },
  {
    to: 'reads',
    keys: '^FAILED-1$',
    fault: jsonFault(
      record('FAILED-1', { CreateFailedReason: { ReasonCode: 'R7', ReasonText: 'No vehicle for this Postcode' } }),
    ),
  },
  {
    to: 'reads',
    keys: '^EARLY-1$',
    fault: jsonFault(record('EARLY-1', { TrackingNumber: 'T-EARLY-1', IsFinalTrackingNumber: false })),
  },
  { to: 'reads', keys: '^PAGE-', fault: jsonFault({}, { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }) },
  { to: 'creates', keys: '^PAGE-', fault: { kind: 'request-lost' } },
  { to: 'reads', keys: '^(STUCK|CLOSED)-', fault: jsonFault({ Message: 'id not found' }, { status: 404 }) },
];
