import type { Rule } from '../../faults/service/faults.ts';
import { startService, type FaultService } from '../../faults/service/start.ts';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A data folder is bound to its target, so this port can never change while any sample folder uses it. */
const port = 21347;
export const address = `http://127.0.0.1:${String(port)}`;

/**
 * The service that the folder delivers to. The prefix of an order's key selects its fault. All tests share one port and
 * wait for their turn.
 */
export async function startServiceOfFolder(): Promise<FaultService> {
  const turn = await takeTurn();
  const service = await startService(1, port);
  return {
    ...service,
    async stop() {
      await service.stop();
      turn.close();
    },
  };
}

/**
 * Listens on the next port as a lock: only one process can, even while the service restarts, and a killed test releases
 * it.
 */
async function takeTurn(): Promise<Server> {
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

const json = (body: object, more: object = {}) => ({
  kind: 'says' as const,
  status: 200,
  type: 'application/json',
  body: JSON.stringify(body),
  takes: true,
  ...more,
});
const record = (PackageId: string, more: object) => ({
  PackageId,
  ServiceCode: 'SGP',
  Country: 'PT',
  SvcPackageId: `S-${PackageId}`,
  CreatedTime: '2026-11-03T08:00:00Z',
  Status: 'Created',
  ...more,
});

const refused = json({ Message: 'Postcode is not known' }, { status: 400, takes: false });

export const wrongs: Rule[] = [
  // Corrected or sent again by a person: these succeed the second time.
  { to: 'creates', keys: '^REFUSED-2$', timesEach: 1, fault: refused },
  { to: 'creates', keys: '^LOST-2$', timesEach: 1, fault: { kind: 'request-lost' } },
  { to: 'creates', keys: '^REFUSED-[13]$', fault: refused },
  { to: 'creates', keys: '^BUSY-', fault: json({ Message: 'try later' }, { status: 503, takes: false }) },
  { to: 'creates', keys: '^LOST-[134]$', fault: { kind: 'request-lost' } },
  { to: 'creates', keys: '^OTHER-', fault: { kind: 'answer-lost' } },
  { to: 'creates', keys: '^TWICE-', timesEach: 1, endpoints: [7], fault: { kind: 'answer-lost' } },
  { to: 'creates', keys: '^SENDING-', fault: { kind: 'silence', takes: true } },
  { to: 'creates', keys: '^SAYS-YES-', fault: json({}, { type: 'text/plain', body: 'noted under 12' }) },
  { to: 'creates', keys: '^SAYS-NO-', fault: json({}, { type: 'text/plain', body: 'we do not keep such goods' }) },
  { to: 'creates', keys: '^SAYS-WHAT-', fault: json({}, { type: 'text/plain', body: 'see the other list' }) },
  { to: 'reads', keys: '^OTHER-1$', fault: json(record('OTHER-1', { Country: 'FR', TrackingNumber: 'T-OTHER' })) },
  {
    to: 'reads',
    keys: '^FAILED-1$',
    fault: json(
      record('FAILED-1', { CreateFailedReason: { ReasonCode: 'R7', ReasonText: 'No vehicle for this Postcode' } }),
    ),
  },
  {
    to: 'reads',
    keys: '^EARLY-1$',
    fault: json(record('EARLY-1', { TrackingNumber: 'T-EARLY-1', IsFinalTrackingNumber: false })),
  },
  { to: 'reads', keys: '^PAGE-', fault: json({}, { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }) },
  { to: 'creates', keys: '^PAGE-', fault: { kind: 'request-lost' } },
  { to: 'reads', keys: '^(STUCK|CLOSED)-', fault: json({ Message: 'id not found' }, { status: 404 }) },
];
