import { printerSetup, type SetupHost } from '../../../electron/printing/printers/printer-setup.ts';
import { knownPrinters } from '../../../electron/storage/register/known-printers.ts';
import { startFakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { startFakeZplPrinter } from '../../support/fake-zpl-printer.ts';
import { after, commentLabel } from '../../support/raw-labels.ts';
import { temporaryFolder } from '../../support/run-desk.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

function openSetup(patienceMs = 2000, printing: string[] = [], changes: Partial<SetupHost> = {}) {
  const folder = temporaryFolder();
  const setup = printerSetup({
    ...{ known: knownPrinters(folder), after, now: () => 1, random: () => 0.5 },
    ...{
      system: null,
      isPrinting: (name) => printing.includes(name),
      timeouts: { patienceMs, pollMs: 5, answerMs: 500 },
    },
    makePage: () => Promise.resolve({ page: Buffer.concat([Buffer.from('%PDF'), commentLabel('test')]) }),
    ...changes,
  });
  const add = async (name: string, address: string) =>
    setup.add(await setup.readSetup({ name, address, size: '100x150', reprints: false, certificate: null }));
  return { folder, setup, add };
}
const ended = { end: { end: 'lost' } };

describe('a completed IPP job', () => {
  it('proves a label if none is reported completed without paper', async () => {
    const { setup, add } = openSetup();
    const fake = await startFakeIppPrinter({ finalStates: { 1: [5] } });
    await add('Net', fake.uri);
    fake.setState(5, 'media-empty-error');
    expect(await setup.printTestLabel('Net', true)).toMatchObject({ ...ended, printer: { completedIsPaper: true } });
  });

  it.each([
    ['a label is reported completed without paper', { 1: [9] as const }, true],
    ['the printer does not report missing paper', { 1: [5] as const }, false],
  ])('is no proof if %s', async (_, ends, saysOut) => {
    const { setup, add } = openSetup(300);
    const fake = await startFakeIppPrinter({ finalStates: ends });
    await add('Net', fake.uri);
    if (saysOut) fake.setState(5, 'media-empty-error');
    expect(await setup.printTestLabel('Net', true)).toMatchObject({ printer: { completedIsPaper: false } });
  });

  it('is not tested on a raw printer', async () => {
    const { setup, add } = openSetup();
    const fake = await startFakeZplPrinter();
    await add('Zebra', `127.0.0.1:${fake.at.port}`);
    await expect(setup.printTestLabel('Zebra', true)).rejects.toMatchObject({ problem: { kind: 'printer' } });
  });
});

describe('a configured printer', () => {
  it('is not probed, tested or removed while a job prints on it', async () => {
    const printing: string[] = [];
    const { setup, add } = openSetup(2000, printing);
    const fake = await startFakeZplPrinter();
    const address = `127.0.0.1:${fake.at.port}`;
    await add('Zebra', address);
    printing.push('Zebra');
    const inUse = { problem: { kind: 'printer', params: { reason: 'in-use' } } };
    await expect(setup.probe(address)).rejects.toMatchObject(inUse);
    await expect(setup.printTestLabel('Zebra', false)).rejects.toMatchObject(inUse);
    expect(() => setup.remove('Zebra')).toThrow('Zebra prints now');
  });

  it('is stored with its status channel at setup, or at its next test label if it was set up earlier', async () => {
    const { folder, setup, add } = openSetup();
    const fake = await startFakeZplPrinter({ channel: {} });
    expect(await add('Zebra', `127.0.0.1:${fake.at.port}`)).toMatchObject({ channel: fake.known });
    knownPrinters(folder).change('Zebra', { channel: null });
    expect(await setup.printTestLabel('Zebra', false)).toMatchObject({
      end: { end: 'proved' },
      printer: { channel: fake.known },
    });
    expect(knownPrinters(folder).get('Zebra').channel).toEqual(fake.known);
  });

  it('out of paper gets no test label, and that is reported', async () => {
    const { setup, add } = openSetup(400);
    const fake = await startFakeZplPrinter({ silentWhenOut: false, paperOutAt: [1] });
    await add('Zebra', `127.0.0.1:${fake.at.port}`);
    expect(await setup.printTestLabel('Zebra', false)).toMatchObject({ end: { end: 'lost' } });
    expect(await setup.printTestLabel('Zebra', false)).toMatchObject({ end: { end: 'not-left', said: 'paper-out' } });
    expect(fake.heard.labels).toBe(1);
  });

  it('is recognized under two addresses by its identity', async () => {
    const { add, setup } = openSetup();
    const fake = await startFakeZplPrinter();
    await add('One', `127.0.0.1:${fake.at.port}`);
    await expect(add('Two', `localhost:${fake.at.port}`)).rejects.toMatchObject({ problem: { kind: 'key-in-use' } });
    expect(setup.list().printers.map(({ name }) => name)).toEqual(['One']);
  });

  it('is selected for its size until it is removed, and a malformed file is reported, not replaced', async () => {
    const { folder, setup, add } = openSetup();
    const [one, two] = [await startFakeZplPrinter({ id: '1' }), await startFakeZplPrinter({ id: '2' })];
    await add('One', `127.0.0.1:${one.at.port}`);
    await add('Two', `127.0.0.1:${two.at.port}`);
    expect(setup.list().chosen).toEqual({ '100x150': 'One' });
    expect(setup.choose('100x150', 'two').chosen).toEqual({ '100x150': 'Two' });
    expect(setup.remove('Two').chosen).toEqual({});
    expect(knownPrinters(folder).chosenFor('100x150')?.name).toBe('One');
    writeFileSync(join(folder, 'printers.json'), '{"printers":');
    expect(() => setup.list()).toThrow('printers.json cannot be read');
  });
});

it('simultaneous searches for printers share one search, and a later one starts a new search', async () => {
  let looked = 0;
  const list = () => {
    looked += 1;
    return Promise.resolve([{ name: 'Desk_1', displayName: 'Desk 1', about: '' }]);
  };
  const atOnce: SetupHost['after'] = (_ms, run) => {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  };
  const { setup } = openSetup(2000, [], { after: atOnce, system: { list, print: () => Promise.reject(new Error()) } });
  const [first, second] = await Promise.all([setup.find(), setup.find()]);
  expect(first.printers.map(({ name }) => name)).toContain('Desk 1');
  expect([second, looked]).toEqual([first, 1]);
  await setup.find();
  expect(looked).toBe(2);
});
