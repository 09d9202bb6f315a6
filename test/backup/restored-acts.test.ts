import {
  box,
  label,
  loseAndRestore,
  ofVersionBefore,
  openLostDesk,
  restoreTo,
  startCountedService,
} from './lost-desk.ts';
import { describe, expect, it } from 'vitest';

describe('after a restore', () => {
  it('drafts stay drafts and withdrawn entries stay withdrawn, and none is sent', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const [draft, changed, gone] = [
      await lost.add(box('D1'), true),
      await lost.add(label('D2'), true),
      await lost.add(box('W1')),
    ];
    const from = await lost.backup();
    const later = await lost.add(box('D3'), true);
    const both = await lost.add(box('W2'));
    const { desk, command } = lost;
    await desk.ask('entry.change', { ...command(), id: changed, request: label('D2', { Weight: 9 }) });
    expect((await desk.ask('entry.withdraw', { ...command(), ids: [gone, both], why: 'by mistake' })).problems).toEqual(
      [],
    );

    const found = await loseAndRestore(lost, from);
    expect(found.told).toMatchObject({ entries: 5, drafts: 3, fromJournal: 2, notRestored: [], leftBehind: [] });
    await found.deliver(service.url);
    for (const id of [draft, changed, later])
      expect(await found.get(id)).toMatchObject({ state: 'draft', maybeTaken: true });
    for (const id of [gone, both]) expect(await found.get(id)).toMatchObject({ state: 'withdrawn', toCancel: false });
    expect((await found.get(changed)).request.body).toMatchObject({ Package: { Weight: 9 } });
    expect((await found.get(gone)).history.map(({ who, why }) => ({ who, why }))).toContainEqual({
      who: 'Mia',
      why: { said: 'by mistake' },
    });
    expect(service.made()).toEqual([]);

    // It may have been submitted since, which needs a decision; then it takes effect once.
    const submit = { ...found.command(), id: draft };
    expect(await found.desk.call('entry.submit', submit)).toMatchObject({
      ok: false,
      problem: { kind: 'maybe-taken' },
    });
    await found.desk.ask('entry.submit', { ...found.command(), id: draft, decided: true });
    await found.deliver(service.url);
    expect(service.made()).toEqual(['D1']);
    expect(await found.get(draft)).toMatchObject({ state: 'done', maybeTaken: false });
  });

  it('entries submitted, changed or replaced since the backup are restored as such, and take effect once', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const { desk, command } = lost;
    const [draft, changed, old] = [
      await lost.add(box('S1'), true),
      await lost.add(label('S2')),
      await lost.add(label('S3')),
    ];
    const from = await lost.backup();
    await desk.ask('entry.submit', { ...command(), id: draft });
    await desk.ask('entry.change', { ...command(), id: changed, request: label('S2', { Weight: 7 }) });
    const copy = (await desk.ask('entry.replace', { ...command(), id: old, request: label('S4') })).id;
    await lost.deliver(service.url);
    expect(service.made()).toEqual(['S1', 'S2', 'S4']);

    const found = await loseAndRestore(lost, from);
    expect(await found.get(old)).toMatchObject({ state: 'withdrawn', replacedBy: copy });
    expect(await found.get(copy)).toMatchObject({ replaces: old });
    await found.deliver(service.url);
    expect(service.made()).toEqual(['S1', 'S2', 'S4']);
    for (const id of [draft, changed, copy]) expect(await found.get(id)).toMatchObject({ state: 'done' });
    expect(service.arrived('S3')).toBe(0);
  });

  it.each([true, false])(
    'an order that was refused, then corrected and accepted since the backup, is not made twice (journal: %s)',
    async (withJournal) => {
      const service = await startCountedService();
      const lost = await openLostDesk();
      const id = await lost.add(box('R1', { Remark: 'REFUSE' }));
      await lost.deliver(service.url);
      expect(await lost.get(id)).toMatchObject({ state: 'refused' });
      const from = await lost.backup();
      const mended = { id, request: box('R1', { Remark: 'mended' }) };
      await lost.desk.ask('entry.mend', { ...lost.command(), ...mended });
      await lost.deliver(service.url);
      expect(service.made()).toEqual(['R1']);

      const found = await loseAndRestore(lost, from, withJournal);
      await found.deliver(service.url);
      expect(service.made()).toEqual(['R1']);
      if (withJournal)
        expect(await found.get(id)).toMatchObject({ state: 'done', request: { body: mended.request.body } });
      else {
        expect(await found.get(id)).toMatchObject({ state: 'refused', maybeTaken: true });
        const other = { id, request: box('R2') };
        const again = await found.desk.call('entry.mend', { ...found.command(), ...other });
        expect(again).toMatchObject({ ok: false, problem: { kind: 'maybe-taken' } });
      }
    },
  );

  it('a correction without changes counts as another attempt', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const request = label('M1', { Remark: 'FAIL' });
    const id = await lost.add(request);
    await lost.deliver(service.url);
    expect(await lost.get(id)).toMatchObject({ state: 'refused' });
    const from = await lost.backup();
    await lost.desk.ask('entry.mend', { ...lost.command(), id, request, decided: true });
    const found = await loseAndRestore(lost, from);
    expect(await found.get(id)).toMatchObject({ state: 'sending', maybeTaken: true });
  });

  it('decisions and closings by a person stay in effect', async () => {
    // The service decides nothing before a person does.
    const service = await startCountedService(3_600_000);
    const lost = await openLostDesk();
    const { desk, command } = lost;
    const [held, refused] = [await lost.add(label('C1')), await lost.add(box('C2', { Remark: 'REFUSE' }))];
    const from = await lost.backup();
    await desk.ask('sync.start', { service: service.url });
    await expect
      .poll(async () => [(await lost.get(held)).state, (await lost.get(refused)).state])
      .toEqual(['accepted', 'refused']);
    await desk.ask('sync.stop', {});
    await desk.ask('entry.decide', { ...command(), id: refused, decision: 'withdraw', why: 'never mind' });
    await desk.ask('entry.decide', { ...command(), id: held, decision: 'closed', why: 'by phone' });
    const found = await loseAndRestore(lost, from);
    expect(await found.get(refused)).toMatchObject({ state: 'withdrawn' });
    await found.deliver(service.url);
    expect(service.made()).toEqual(['C1']);
    expect(await found.get(held)).toMatchObject({ state: 'done' });
  });

  it('labels from before the loss are unconfirmed, unless a person confirmed that they were printed', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const ids = [await lost.add(label('L1')), await lost.add(label('L2')), await lost.add(label('L3'))];
    await lost.deliver(service.url);
    const [one = '', two = ''] = ids;
    await lost.desk.ask('labels.printed', { ...lost.command(), ids: [one] });
    const from = await lost.backup();
    await lost.desk.ask('labels.printed', { ...lost.command(), ids: [two] });
    const found = await loseAndRestore(lost, from);
    expect(await found.desk.ask('labels.counts', {})).toMatchObject({ ready: 0, unconfirmed: 1, printed: 2 });
    await found.add(label('L4'));
    await found.deliver(service.url);
    expect(await found.desk.ask('labels.counts', {})).toMatchObject({ ready: 1, unconfirmed: 1, printed: 2 });
    const [three] = ids.slice(2);
    const noPaper = { ...found.command(), ids: [three ?? ''] };
    for (const _twice of [1, 2]) expect(await found.desk.ask('labels.notPrinted', noPaper)).toEqual({ ids: [three] });
    expect(await found.desk.ask('labels.counts', {})).toMatchObject({ ready: 2, unconfirmed: 0, printed: 2 });
    expect((await found.get(three ?? '')).history.at(-1)?.why).toMatchObject({ code: 'not-printed' });
    expect(await found.desk.call('labels.notPrinted', { ...found.command(), ids: [one] })).toMatchObject({
      ...{ ok: false, problem: { kind: 'wrong-state' } },
    });
    await found.desk.ask('labels.printed', { ...found.command(), ids });
    expect(await found.desk.ask('labels.counts', {})).toMatchObject({ ready: 1, unconfirmed: 0, printed: 3 });
  });

  it('a folder that had delivered nowhere stays unbound, and delivers to the service that a person names, practice included', async () => {
    const service = await startCountedService();
    const lost = await openLostDesk();
    const id = await lost.add(box('U1'));
    const found = await loseAndRestore(lost, await lost.backup());
    expect(await found.desk.ask('target.get', {})).toEqual({ bound: null, unknown: true });
    const guess = await found.desk.call('sync.start', {});
    expect(guess).toMatchObject({ ok: false, problem: { kind: 'bad-address', params: { reason: 'restored' } } });
    expect(await found.get(id)).toMatchObject({ state: 'sending' });
    await found.deliver(service.url);
    expect(service.made()).toEqual(['U1']);
    expect(await found.desk.ask('target.get', {})).toMatchObject({ bound: { kind: 'live' }, unknown: false });

    const other = await openLostDesk();
    await other.add(box('U2'));
    const practising = await loseAndRestore(other, await other.backup());
    await practising.deliver('practice');
    expect(await practising.desk.ask('target.get', {})).toMatchObject({ bound: { kind: 'practice' } });
  });

  it('journal lines in the old format raise the question whether they were drafts, and nothing is sent before', async () => {
    const service = await startCountedService();
    const { from, journal } = ofVersionBefore();
    const { folder, told } = await restoreTo(from, journal);
    expect(told).toMatchObject({ entries: 4, fromJournal: 2, damagedJournalLines: 0, notRestored: [] });
    const found = await openLostDesk(folder);
    await found.deliver(service.url);
    const { rows } = await found.desk.ask('entries.page', {});
    const states = Object.fromEntries(rows.map(({ key, state, asks }) => [key, `${state} ${asks}`]));
    // OLD-1 was queued, and is known to have been; OLD-2, a draft, had got the same content again.
    expect(states).toEqual({
      'OLD-1': 'done null',
      'OLD-2': 'unsure may-be-there',
      'OLD-3': 'unsure may-be-there',
      'OLD-4': 'unsure may-be-there',
    });
    expect(service.made()).toEqual(['OLD-1']);
  });

  it('a folder lost again before its first backup is whole from the old backup and its own journal', async () => {
    const lost = await openLostDesk();
    await lost.add(box('A1'));
    const from = await lost.backup();
    await lost.add(box('A2'));
    const second = await loseAndRestore(lost, from);
    await second.add(box('A3'));
    const third = await loseAndRestore(second, from);
    expect(third.told).toMatchObject({ entries: 3, fromJournal: 2 });
    expect(await third.desk.ask('backup.verify', {})).toMatchObject({ whole: true, journal: { missing: [] } });
    // A PackageId or a line number is never assigned twice.
    expect(third.told.generation).toBe(second.told.generation + 1);
  });
});
