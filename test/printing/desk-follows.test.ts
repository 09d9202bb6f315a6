import { codesOf, command, desk, jobOf, open, until, usePrintingDesk, withPrinter } from './printing-desk.ts';
import { describe, expect, it } from 'vitest';

usePrintingDesk();

describe('a desk that prints labels as their numbers arrive', () => {
  it('prints them across a restart, in the order of entry, each once', async () => {
    await open({ holdSeconds: 0, readFirstSeconds: 0.3 });
    const fake = await withPrinter();
    const ids: string[] = [];
    for (const key of ['K1', 'K2', 'K3']) {
      const request = { endpoint: 2 as const, body: { Package: { PackageId: key, Weight: 100 } } };
      ids.push((await desk.ask('entry.enqueue', { commandId: command(), request })).id);
    }
    const wanted = { commandId: command(), ids: ids.toReversed(), operator: 'Mia' };
    const { job, labels } = await desk.ask('print.follow', wanted);
    expect([labels, await jobOf(job)]).toMatchObject([3, { state: 'printing', coming: { waitsFor: { key: 'K1' } } }]);
    expect(await desk.ask('print.way', { id: ids[0] ?? '' })).toEqual({
      ...{ comes: true, list: null, number: null, stale: null, provisionalOut: false, label: 'waiting' },
    });
    await desk.close();
    await open({ holdSeconds: 0, readFirstSeconds: 0.3 });
    expect(await jobOf(job)).toMatchObject({ state: 'held', heldFor: 'restart', labels: { waiting: 3 } });
    // Repeating the same command adds nothing.
    expect(await desk.ask('print.follow', wanted)).toMatchObject({ job, labels: 3 });
    await desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' });
    await desk.ask('sync.start', {});
    await until(job, { state: 'finished' });
    const read = await Promise.all(fake.zpl.map(codesOf));
    expect(read.map(({ qr }) => qr)).toEqual([['K1'], ['K2'], ['K3']]);
    expect(await desk.ask('print.way', { id: ids[0] ?? '' })).toMatchObject({ list: 'printed', label: null });
  });

  it('asks before it continues after an unknown outcome, whatever numbers arrive meanwhile', async () => {
    await open({ holdSeconds: 0, readFirstSeconds: 0.3 });
    const fake = await withPrinter({ paperOutAt: [1], silentWhenOut: false });
    for (const key of ['K1', 'K2']) {
      const request = { endpoint: 2 as const, body: { Package: { PackageId: key, Weight: 100 } } };
      await desk.ask('entry.enqueue', { commandId: command(), request });
    }
    const { job } = await desk.ask('print.follow', { commandId: command(), operator: 'Mia' });
    await desk.ask('sync.start', {});
    await until(job, { fault: 'paper-out' });
    fake.loadPaper();
    await until(job, { state: 'held', heldFor: 'asks' });
    // The second number may have arrived by now, but nothing is printed before a person answers.
    await expect.poll(async () => (await jobOf(job)).coming, { timeout: 30_000 }).toMatchObject({ created: 1 });
    expect(fake.paper).toHaveLength(1);
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 0 }, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(fake.paper.map(({ cut }) => cut)).toEqual([true, false, false]);
  });
});
