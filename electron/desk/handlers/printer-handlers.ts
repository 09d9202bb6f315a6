import type { Output, ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { printerProcedures } from '../../../shared/contract/printer-procedures.ts';
import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import { devicePrinterAddress, readPrinterAddress } from '../../../shared/printing/configured-printer.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { PrinterSetup } from '../../printing/printers/printer-setup.ts';
import type { ShowDialog } from '../calls/dialog-gate.ts';
import type { DeskContext } from '../desk-context.ts';

type Names = Exclude<keyof typeof printerProcedures, 'printers.chooseDevice'>;

/** Procedures for this machine's printers. Repeating a command changes nothing. */
export function printerHandlers({ outbox, emit }: DeskContext, setup: PrinterSetup): Pick<Handlers<'desk'>, Names> {
  /** running actions that take longer than a transaction; concurrent calls with one command id share one */
  const runningCommands = new Map<string, Promise<unknown>>();
  async function onceAsync<T>(commandId: string, name: string, action: () => Promise<T>): Promise<T> {
    const stored = outbox.answered<T>(commandId, name);
    if (stored !== undefined) return stored;
    const running =
      runningCommands.get(commandId) ?? action().then((result) => outbox.once(commandId, name, () => result));
    runningCommands.set(commandId, running);
    try {
      return (await running) as T;
    } finally {
      runningCommands.delete(commandId);
      emit({ kind: 'print' });
    }
  }
  function once<T>(commandId: string, name: string, action: () => T): T {
    const result = outbox.once(commandId, name, action);
    emit({ kind: 'print' });
    return result;
  }
  return {
    'printers.list': () => setup.list(),
    'printers.probe': ({ address, certificate }) => setup.probe(address, certificate),
    'printers.find': () => setup.find(),
    'printers.add': ({ commandId, ...request }) =>
      onceAsync(commandId, 'printer-add', async () => setup.add(await setup.readSetup(request))),
    'printers.remove': ({ commandId, name }) => once(commandId, 'printer-remove', () => setup.remove(name)),
    'printers.choose': ({ commandId, size, name }) => once(commandId, 'printer-choose', () => setup.choose(size, name)),
    'printers.test': ({ commandId, name, empty }) =>
      onceAsync(commandId, 'printer-test', () => setup.printTestLabel(name, empty)),
    'printers.tested': ({ commandId, name, scanned }) =>
      once(commandId, 'printer-tested', () => setup.confirmTestLabel(name, scanned)),
  };
}

/** Asks a person at the host to confirm connecting to an address. */
export type ConfirmPrinter = (address: string) => Promise<boolean>;
/** Lets a person at the host choose a device; null if they choose none. */
export type ChooseDevice = () => Promise<string | null>;

const browserAdvice =
  'A screen in a browser names no printer. Whoever starts the desk sets it up there: desk printers add NAME ADDRESS.';
const deviceAdvice =
  'A screen names no device. Choose it in the dialog of the program, or set it up on the command line: desk printers add NAME /dev/usb/lp0.';

type ConfirmedProcedures = 'printers.probe' | 'printers.add' | 'printers.find' | 'printers.chooseDevice';

/**
 * Checks addresses named by a screen: each could be anything on the network, so a person confirms it once in the host's
 * dialog; a device can only be chosen there. Without dialogs, printers are set up on the command line, except for those
 * the system already knows: somebody with the right set them up there.
 */
export function confirmedPrinters(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  { confirm, choose }: { confirm: ConfirmPrinter | null; choose: ChooseDevice | null },
  { showDialog, isKnown }: { showDialog: ShowDialog; isKnown: (address: string) => boolean },
): Pick<Handlers<'desk'>, ConfirmedProcedures> {
  const confirmed = new Set<string>();
  const withDialogTurn = <T>(dialog: () => Promise<T>): Promise<T> =>
    showDialog(dialog, (reason) =>
      reason === 'dialog-open'
        ? problem('printer', 'A dialog is open already. Answer it first.', { reason: 'busy', said: '' })
        : problem('printer', 'A dialog was closed just now. Press again.', { reason: reason, said: '' }),
    );

  async function confirmAddress(typed: string): Promise<void> {
    const address = readPrinterAddress(typed);
    // an invalid address is refused by the call itself
    if (address === null || confirmed.has(address.text) || isKnown(address.text)) return;
    if (address.way === 'device') throw problem('printer', deviceAdvice, { reason: 'device-unnamed', said: '' });
    if (!confirm) throw problem('printer', browserAdvice, { reason: 'unnamed', said: '' });
    const isConfirmed = await withDialogTurn(() => confirm(address.text));
    if (!isConfirmed) throw problem('cancelled', 'The address was not confirmed, so nothing was asked there.');
    confirmed.add(address.text);
  }

  return {
    async 'printers.probe'(input) {
      await confirmAddress(input.address);
      return valueOf<'printers.probe'>(await call('printers.probe', input));
    },
    async 'printers.add'(input) {
      await confirmAddress(input.address);
      return valueOf<'printers.add'>(await call('printers.add', input));
    },
    async 'printers.find'(input) {
      const result = valueOf<'printers.find'>(await call('printers.find', input));
      // a device announced on the network can be anything
      for (const { address, place } of result.printers) if (place !== 'network') confirmed.add(address);
      return result;
    },
    async 'printers.chooseDevice'() {
      if (!choose) throw problem('printer', deviceAdvice, { reason: 'device-unnamed', said: '' });
      const path = await withDialogTurn(choose);
      const address = path === null ? null : (readPrinterAddress(devicePrinterAddress(path))?.text ?? null);
      if (address !== null) confirmed.add(address);
      return { address };
    },
  };
}

function valueOf<N extends ProcedureName>(result: Result<unknown>): Output<N> {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as Output<N>;
}
