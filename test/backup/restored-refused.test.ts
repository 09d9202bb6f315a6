import { temporaryFolder } from '../support/run-desk.ts';
import { box, label, loseAndRestore, openLostDesk, startCountedService } from './lost-desk.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const toFrance = { ShipToAddress: { Contact: 'Ana', Country: 'FR' } };

it.each([
  ['with another country stays refused and possibly sent', toFrance, { state: 'refused', maybeTaken: true }],
  ['with the same content is done', {}, { state: 'done', maybeTaken: false }],
])('an order refused before the backup that the service now has %s', async (_is, since, expected) => {
  const service = await startCountedService();
  const lost = await openLostDesk();
  const id = await lost.add(label('R1', { Remark: 'REFUSE' }));
  await lost.deliver(service.url);
  expect(await lost.get(id)).toMatchObject({ state: 'refused', maybeTaken: false });
  const from = await lost.backup();
  await lost.desk.ask('entry.mend', { ...lost.command(), id, request: label('R1', since) });
  await lost.deliver(service.url);
  expect(service.made()).toEqual(['R1']);

  const found = await loseAndRestore(lost, from, false);
  await found.deliver(service.url);
  await found.desk.ask('sync.start', { service: service.url });
  await found.desk.ask('entry.tryNow', { ids: [id] });
  const asked = Date.now();
  const isLooked = async (): Promise<boolean> => {
    const { waitsFor } = await found.get(id);
    return waitsFor.for !== 'mend' || (waitsFor.until ?? 0) > asked;
  };
  await expect.poll(isLooked, { timeout: 20_000 }).toBe(true);
  await found.desk.ask('sync.stop', {});
  expect(await found.get(id)).toMatchObject(expected);
});

it.each([
  ['', false],
  [', also if the whole journal was written later', true],
])(
  'an order corrected since it failed at the service raises a question about the one the service has%s',
  async (_where, late) => {
    const service = await startCountedService();
    const home = temporaryFolder();
    const journal = join(home, 'journal');
    if (late) writeFileSync(journal, 'in its place');
    const lost = await openLostDesk(home);
    const from = await lost.backup();
    const id = await lost.add(box('F1', { Remark: 'FAIL' }));
    await lost.deliver(service.url);
    expect(await lost.get(id)).toMatchObject({ state: 'refused' });
    await lost.desk.ask('entry.mend', {
      ...lost.command(),
      id,
      request: box('F1', { Remark: 'mended' }),
      decided: true,
    });

    if (late) rmSync(journal);
    const found = await loseAndRestore(lost, from);
    await found.deliver(service.url);
    expect(service.made()).toEqual(['F1']);
    const { state, asks } = await found.get(id);
    expect(asks).toBe('was-there-before');
    // `refused` if the outcome of the failed order was checked meanwhile.
    expect(['accepted', 'refused']).toContain(state);
  },
);
