import { ask, bindLive, command, desk, goTo, inTwoFolders, open, root, service, setService } from './two-workspaces.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

inTwoFolders();

/** Makes the service answer every parcel query; returns each request with its secret. */
function tellParcels(): string[] {
  const asked: string[] = [];
  service.server.removeAllListeners('request');
  service.server.on('request', (incoming, outgoing) => {
    asked.push(`${incoming.url?.split('?')[0] ?? ''} ${incoming.headers.authorization ?? 'without a secret'}`);
    outgoing.writeHead(200, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify({ TrackingNumber: 'GOOD', TrackingStatus: 'Delivered', Checkpoints: [] }));
  });
  return asked;
}

const setSecret = () =>
  ask('settings.set', { values: { headerName: 'Authorization' } }).then(() =>
    ask('desk.setSecret', { commandId: command(), value: 'Basic our', confirmed: true }),
  );

it.each([
  ['that has delivered nothing yet', () => setService().then(() => goTo('live'))],
  ['that is bound to its service', bindLive],
])('a live desk %s asks that service for a parcel, with its secret, immediately after a start', async (_of, begin) => {
  await open();
  await begin();
  await setSecret();
  await desk.close();
  const asked = tellParcels();
  const calm = Promise.withResolvers<void>();
  await open({ whenIdle: calm.promise });
  const answers = Promise.all(
    (['last', 'fresh'] as const).map((mode) => ask('lookups.parcel', { number: 'GOOD', mode })),
  );
  // The queries have reached the desk before it gets its target.
  await ask('entries.counts', {});
  calm.resolve();
  const [, fresh] = await answers;
  expect(fresh).toMatchObject({ fresh: true, parcel: { TrackingStatus: 'Delivered' } });
  expect(asked.filter((one) => one.includes('/trackings/'))).toEqual(['/v1/trackings/GOOD Basic our']);
  expect(existsSync(join(root, 'live/practice'))).toBe(false);
});
