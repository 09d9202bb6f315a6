import { createDialogGate } from '../../../electron/desk/calls/dialog-gate.ts';
import {
  confirmedPrinters,
  type ChooseDevice,
  type ConfirmPrinter,
} from '../../../electron/desk/handlers/printer-handlers.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { describe, expect, it } from 'vitest';

function hostThat(confirm: ConfirmPrinter | null, known: string[] = [], choose: ChooseDevice | null = null) {
  const asked: string[] = [];
  const turns = createDialogGate(
    () => 0,
    () => Infinity,
  );
  const call = (name: string): Promise<ReturnType<typeof ok>> => (asked.push(name), Promise.resolve(ok({})));
  const handlers = confirmedPrinters(
    call,
    { confirm, choose },
    { showDialog: turns, isKnown: (address) => known.includes(address) },
  );
  return {
    asked,
    probe: (address: string) => Promise.resolve(handlers['printers.probe']({ address, certificate: null })),
  };
}
const refused = (kind: string, reason?: string) => ({ problem: { kind, ...(reason && { params: { reason } }) } });

describe('a printer named by a screen', () => {
  it('is not contacted before a person at the host has confirmed its address, once', async () => {
    const shown: string[] = [];
    const { asked, probe } = hostThat((address) => (shown.push(address), Promise.resolve(true)));
    await probe('192.0.2.7');
    await probe('socket://192.0.2.7:9100');
    expect([shown, asked]).toEqual([['socket://192.0.2.7:9100'], ['printers.probe', 'printers.probe']]);
    await probe('192.0.2.7:9101');
    expect(shown).toHaveLength(2);
  });

  it('is not contacted if the person declines or the host has no dialog', async () => {
    const no = hostThat(() => Promise.resolve(false));
    await expect(no.probe('192.0.2.7')).rejects.toMatchObject(refused('cancelled'));
    const browser = hostThat(null);
    await expect(browser.probe('192.0.2.7')).rejects.toMatchObject(refused('printer', 'unnamed'));
    expect([no.asked, browser.asked]).toEqual([[], []]);
  });

  it('configured on this machine needs no confirmation', async () => {
    const { asked, probe } = hostThat(null, ['ipp://192.0.2.9:631/ipp/print']);
    await probe('ipp://192.0.2.9/');
    expect(asked).toEqual(['printers.probe']);
  });

  it('is confirmed in one dialog at a time', async () => {
    let answer: (yes: boolean) => void = () => undefined;
    const { probe } = hostThat(() => new Promise((resolve) => (answer = resolve)));
    const first = probe('192.0.2.7');
    await expect(probe('192.0.2.8')).rejects.toMatchObject(refused('printer', 'busy'));
    answer(true);
    await first;
  });
});
