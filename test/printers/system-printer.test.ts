import { answerSystemPrinters, systemPrintersOver } from '../../electron/desk/threads/host-port.ts';
import { openConfiguredPrinter, probePrinter } from '../../electron/printing/printers/open-configured-printer.ts';
import type { SystemPrinters } from '../../electron/printing/printers/system-printer.ts';
import { fakePrinter } from '../support/fake-printing.ts';
import { after, freeLease, quickWaits } from '../support/raw-labels.ts';
import { describe, expect, it } from 'vitest';

/** System printers behind the message port that a desk's worker uses. */
function systemThat(given: Partial<SystemPrinters>) {
  const printed: unknown[] = [];
  const system: SystemPrinters = {
    list: () => Promise.resolve([{ name: 'ZDesigner ZD421', displayName: 'Desk 1', about: 'ZD421' }]),
    print: (name, page, paper) => (printed.push([name, Buffer.from(page).toString(), paper]), Promise.resolve(null)),
    ...given,
  };
  const faults: unknown[] = [];
  const over = systemPrintersOver(answerSystemPrinters(system), after);
  const host = {
    ...quickWaits,
    patienceMs: 300,
    after,
    user: 'Mia',
    lease: freeLease,
    onFault: (fault: unknown) => void faults.push(fault),
  };
  const { awaitsScan: _a, printing: _p, ...known } = fakePrinter;
  const printer = {
    ...known,
    testCode: null,
    address: 'system:ZDesigner ZD421',
    way: 'system' as const,
    size: '4x6' as const,
  };
  return { printed, faults, over, open: () => openConfiguredPrinter(printer, { ...host, system: over }) };
}
const refused = (reason: string) => ({ problem: { kind: 'printer', params: { reason } } });

describe('a system printer', () => {
  it('gets each label with its size, and an accepted label counts only as handed over', async () => {
    const { printed, open } = systemThat({});
    const printer = await open();
    expect(await printer.waitUntilReady()).toBeNull();
    expect(await printer.print(Buffer.from('<p>A</p>'))).toEqual({ end: 'lost', why: 'no-proof' });
    expect(printed).toEqual([['ZDesigner ZD421', '<p>A</p>', { width: 101.6, height: 152.4 }]]);
    expect(printer).toMatchObject({ way: 'system', reprints: null });
  });

  it.each([
    [
      'rejects a label',
      { print: () => Promise.resolve('Print job failed') },
      { why: 'printer-gave-up', said: 'Print job failed' },
    ],
    ['ends without an answer', { print: () => Promise.reject(new Error('gone')) }, { why: 'printer-silent' }],
  ] as const)('that %s leads to a question', async (_, given, end) => {
    const printer = await systemThat(given).open();
    expect(await printer.print(Buffer.from('A'))).toMatchObject({ end: 'lost', ...end });
  });

  it('that the system no longer knows gets nothing', async () => {
    const { faults, open } = systemThat({ list: () => Promise.resolve([]) });
    expect(await (await open()).waitUntilReady()).toBe('not-reached');
    expect(faults).toEqual(['not-reached']);
  });

  it('is found only by its exact name, and only if the host supports system printers', async () => {
    const ask = (name: string, system: SystemPrinters | null) =>
      probePrinter(`system:${name}`, { ...quickWaits, after, system });
    const { over } = systemThat({});
    expect(await ask('ZDesigner ZD421', over)).toMatchObject({ way: 'system', model: 'ZD421', passesOn: true });
    await expect(ask('Other', over)).rejects.toMatchObject(refused('not-reached'));
    await expect(ask('ZDesigner ZD421', null)).rejects.toMatchObject(refused('no-system'));
  });
});
