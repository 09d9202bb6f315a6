import { openIppPrinter } from '../../electron/printing/printers/ipp-printer.ts';
import { startFakeIppPrinter, type FakeIpp } from '../support/fake-ipp-printer.ts';
import { after, quickWaits } from '../support/raw-labels.ts';
import { describe, expect, it } from 'vitest';

async function printerThat(
  given: FakeIpp = {},
  completedIsPaper = true,
  patienceMs = quickWaits.patienceMs,
  uuid: string | null = null,
) {
  const fake = await startFakeIppPrinter(given);
  const faults: (string | null)[] = [];
  const printer = await openIppPrinter({
    ...{
      ...quickWaits,
      patienceMs,
      uri: fake.uri,
      user: 'Mia',
      after,
      width: 100,
      height: 150,
      mediaType: 'application/pdf',
    },
    completedIsPaper,
    uuid,
    onFault: (fault) => void faults.push(fault),
  });
  return { fake, faults, printer, print: (says: string) => printer.print(Buffer.from(`%PDF ${says}`)) };
}

describe('an IPP printer', () => {
  it('whose completed jobs are on paper proves each label, on media of its size, once', async () => {
    const { fake, printer, print } = await printerThat();
    expect(await printer.waitUntilReady()).toBeNull();
    for (const says of ['A', 'B']) expect(await print(says)).toMatchObject({ end: 'proved', why: 'printer-said' });
    expect(fake.jobs).toEqual(['%PDF A', '%PDF B']);
    expect(fake.asked).toEqual([1, 2].map(() => ({ media: 'oe_label_100x150mm', copies: 1 })));
  });

  it('that forwards jobs, by its setup or by job-state reasons, proves nothing', async () => {
    const passing = await printerThat({}, false);
    expect(await passing.print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
    const queued = await printerThat({ finalStates: { 1: [9, 'job-completed-successfully', 'queued-in-device'] } });
    expect(await queued.print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it.each([
    ['that aborts the job', { finalStates: { 1: [8, 'aborted-by-system'] } }, { end: 'lost', why: 'printer-gave-up' }],
    ['that never ends the job', { finalStates: { 1: [5, 'job-printing'] } }, { end: 'lost', why: 'printer-silent' }],
    ['that cuts the connection when it has the job', { closesAfterJob: [1] }, { end: 'lost', why: 'connection-cut' }],
    ['that answers with a web page', { garbageAt: [1] }, { end: 'lost', why: 'connection-cut' }],
    ['that rejects the page', { statusAt: { 1: 0x040a } }, { end: 'refused', why: 'printer-refused' }],
    ['that is busy', { statusAt: { 1: 0x0507 } }, { end: 'not-left' }],
    ['that fails within the page', { statusAt: { 1: 0x0504 } }, { end: 'lost', why: 'not-counted' }],
    ['that fails at an unknown point', { statusAt: { 1: 0x0500 } }, { end: 'lost', why: 'not-counted' }],
  ] as const)('%s leads to the right outcome', async (_name, given, end) => {
    const { print } = await printerThat(given, true, 1500);
    expect(await print('A')).toMatchObject(end);
  });

  it.each([
    ['with another id', ['job-id', 'integer', 7]],
    ['with another URI', ['job-uri', 'uri', 'ipp://127.0.0.1/ipp/print/7']],
    ['with another name', ['job-name', 'name', 'label']],
    ['of another user', ['job-originating-user-name', 'name', 'Ben']],
    ['created before the label was sent', ['time-at-creation', 'integer', 4999]],
    ['created before the printer was restarted', ['time-at-creation', 'integer', -20]],
    ['created in the future', ['time-at-creation', 'integer', 6000]],
  ] as const)('that reports a job %s under the id of the label proves nothing', async (_name, told) => {
    const { print } = await printerThat({ replacedAttributes: { 1: [told] } });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-gave-up' });
    expect(await print('B')).toMatchObject({ end: 'proved' });
  });

  it.each(['job-uri', 'job-name', 'job-originating-user-name', 'time-at-creation'])(
    'that omits %s proves nothing when the job is completed',
    async (name) => {
      const { print } = await printerThat({ replacedAttributes: { 1: [[name, 'keyword']] } });
      expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof', said: expect.stringContaining(name) });
    },
  );

  it('that does not report its uptime may have restarted, and proves nothing', async () => {
    const { print } = await printerThat({ hidesUpTime: true });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it("that restarts with the label and reuses its id for someone else's job proves nothing", async () => {
    const { print } = await printerThat({ restartsAt: 1 });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-gave-up' });
    expect(await print('B')).toMatchObject({ end: 'proved' });
  });

  it('that no longer knows the job is not waited for', async () => {
    const { print } = await printerThat({ restartsAt: 2 });
    expect(await print('A')).toMatchObject({ end: 'proved' });
    expect(await print('B')).toMatchObject({ end: 'lost', why: 'printer-gave-up' });
  });

  it('that was replaced proves nothing, and one other than the configured printer is sent nothing', async () => {
    const { fake, print } = await printerThat({ finalStates: { 1: [5, 'job-printing'] } });
    const printing = print('A');
    await expect.poll(() => fake.jobs).toHaveLength(1);
    fake.changeUuid('urn:uuid:other');
    expect(await printing).toMatchObject({ end: 'lost', why: 'printer-gave-up', said: 'another printer answers' });
    const other = await printerThat({ uuid: 'urn:uuid:other' }, true, quickWaits.patienceMs, 'urn:uuid:set-up');
    expect(await other.print('A')).toMatchObject({ end: 'not-left', said: 'another-printer' });
    expect([other.fake.jobs, other.faults]).toEqual([[], ['another-printer']]);
    const same = await printerThat({ uuid: 'urn:uuid:set-up' }, true, quickWaits.patienceMs, 'urn:uuid:set-up');
    expect(await same.print('A')).toMatchObject({ end: 'proved' });
  });

  it('that completes with errors proves nothing', async () => {
    const { print } = await printerThat({ finalStates: { 1: [9, 'job-completed-with-errors'] } });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it.each(['job-media-sheets-completed', 'job-impressions-completed'])(
    'whose completed job has 0 for %s proves nothing; one that counts the label does',
    async (name) => {
      const { print } = await printerThat({
        replacedAttributes: { 1: [[name, 'integer', 0]], 2: [[name, 'integer', 1]] },
      });
      const said = `completed, but ${name} is 0`;
      expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof', said });
      expect(await print('B')).toMatchObject({ end: 'proved' });
    },
  );

  it.each([
    'document-format-error',
    'job-canceled-by-user',
    'job-canceled-at-device',
    'aborted-by-system',
    'errors-detected',
    'processing-to-stop-point',
    'job-data-insufficient',
    'a-word-of-its-own',
  ])('whose completed job has the reason %s proves nothing', async (reason) => {
    const { print } = await printerThat({ finalStates: { 1: [9, 'job-completed-successfully', reason] } });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it('that counts one sheet of a two-sheet label proves nothing', async () => {
    const told = [['job-media-sheets-completed', 'integer', 1]] as const;
    const { printer } = await printerThat({ replacedAttributes: { 1: told, 2: told } });
    const page = Buffer.from('%PDF A');
    expect(await printer.print(page, 2)).toMatchObject({ end: 'lost', said: expect.stringContaining('is 1') });
    expect(await printer.print(page, 1)).toMatchObject({ end: 'proved' });
  });

  it('that substituted attributes of the job, such as its media, proves nothing', async () => {
    const { print } = await printerThat({ statusWithJobAt: { 1: 0x0001 } });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it('that reports a refusal but creates the job is still monitored', async () => {
    const { print } = await printerThat({
      statusWithJobAt: { 1: 0x040b },
      finalStates: { 1: [8, 'aborted-by-system'] },
    });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-gave-up' });
  });

  it('that is gone was sent nothing', async () => {
    const { fake, print } = await printerThat();
    await fake.stop();
    expect(await print('A')).toMatchObject({ end: 'not-left', why: 'not-reached' });
  });

  it('reports what it waits for, and is ready once it waits no longer', async () => {
    const { fake, faults, printer } = await printerThat();
    fake.setState(5, 'media-empty-error');
    const ready = printer.waitUntilReady();
    await expect.poll(() => faults, { timeout: 10_000 }).toEqual(['paper-out']);
    fake.setState(3, 'none');
    expect(await ready).toBeNull();
    expect(faults).toEqual(['paper-out', null]);
  });

  it('that is working prints, even if it reports another empty tray or low ink', async () => {
    const { fake, faults, printer } = await printerThat();
    fake.setState(3, 'media-empty-warning');
    expect(await printer.waitUntilReady()).toBeNull();
    fake.setState(5, 'media-empty-warning');
    const ready = printer.waitUntilReady();
    await expect.poll(() => faults, { timeout: 10_000 }).toEqual(['paper-out']);
    fake.setState(3, 'marker-supply-empty-report');
    expect(await ready).toBeNull();
  });

  it('without labels of this size or without a supported page format is refused before the first label', async () => {
    await expect(printerThat({ media: ['na_letter_8.5x11in'] })).rejects.toMatchObject({
      problem: { kind: 'printer', params: { reason: 'media', said: 'na_letter_8.5x11in' } },
    });
    await expect(printerThat({ formats: ['image/urf'] })).rejects.toMatchObject({
      problem: { params: { reason: 'form' } },
    });
  });
});
