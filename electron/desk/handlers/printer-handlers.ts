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
  /** Runs an action longer than a transaction; concurrent calls with one command id share it. */
  const runningCommands = new Map<string, Promise<unknown>>();
  async function onceAsync<T>(commandId: string, name: string, act: () => Promise<T>): Promise<T> {
    const before = outbox.answered<T>(commandId, name);
    if (before !== undefined) return before;
    const running = runningCommands.get(commandId) ?? act().then((done) => outbox.once(commandId, name, () => done));
    runningCommands.set(commandId, running);
    try {
      return (await running) as T;
    } finally {
      runningCommands.delete(commandId);
      emit({ kind: 'print' });
    }
  }
  function once<T>(commandId: string, name: string, act: () => T): T {
    const done = outbox.once(commandId, name, act);
    emit({ kind: 'print' });
    return done;
  }
  return {
    'printers.list': () => setup.list(),
    'printers.probe': ({ address, certificate }) => setup.probe(address, certificate),
    'printers.find': () => setup.find(),
    'printers.add': ({ commandId, ...wanted }) =>
      onceAsync(commandId, 'printer-add', async () => setup.add(await setup.read(wanted))),
    'printers.remove': ({ commandId, name }) => once(commandId, 'printer-remove', () => setup.remove(name)),
    'printers.choose': ({ commandId, size, name }) => once(commandId, 'printer-choose', () => setup.choose(size, name)),
    'printers.test': ({ commandId, name, empty }) =>
      onceAsync(commandId, 'printer-test', () => setup.test(name, empty)),
    'printers.tested': ({ commandId, name, scanned }) =>
      once(commandId, 'printer-tested', () => setup.tested(name, scanned)),
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
  { turns, knows }: { turns: ShowDialog; knows: (address: string) => boolean },
): Pick<Handlers<'desk'>, ConfirmedProcedures> {
  const confirmed = new Set<string>();
  const withDialogTurn = <T>(dialog: () => Promise<T>): Promise<T> =>
    turns(dialog, (why) =>
      why === 'dialog-open'
        ? problem('printer', 'A dialog is open already. Answer it first.', { reason: 'busy', said: '' })
        : problem('printer', 'A dialog was closed just now. Press again.', { reason: why, said: '' }),
    );

  async function confirmAddress(typed: string): Promise<void> {
    const address = readPrinterAddress(typed);
    // an invalid address is refused by the call itself
    if (address === null || confirmed.has(address.text) || knows(address.text)) return;
    if (address.way === 'device') throw problem('printer', deviceAdvice, { reason: 'device-unnamed', said: '' });
    if (!confirm) throw problem('printer', browserAdvice, { reason: 'unnamed', said: '' });
    const isRight = await withDialogTurn(() => confirm(address.text));
    if (!isRight) throw problem('cancelled', 'The address was not confirmed, so nothing was asked there.');
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
      const found = valueOf<'printers.find'>(await call('printers.find', input));
      // a device announced on the network can be anything
      for (const { address, place } of found.printers) if (place !== 'network') confirmed.add(address);
      return found;
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
