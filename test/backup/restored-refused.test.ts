import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/run-desk.ts';
import { box, label, loseAndRestore, openLostDesk, startCountedService } from './lost-desk.ts';

const toFrance = { ShipToAddress: { Contact: 'Ana', Country: 'FR' } };

it.each([
  ['for another country stays refused and in doubt', toFrance, { state: 'refused', maybeTaken: true }],
  ['as it was typed was made of it', {}, { state: 'done', maybeTaken: false }],
])('an order that comes back refused at once, and is there %s', async (_is, since, expected) => {
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
  [', where the journal got all of it later, too', true],
])(
  'what was corrected since it failed at the service is not taken for what the service holds of it%s',
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
    // the second where what became of the one that failed was read meanwhile
    expect(['accepted', 'refused']).toContain(state);
  },
);
