import type { printerProcedures } from '../../../shared/contract/printer-procedures.ts';
import type { Output } from '../../../shared/contract/desk-contract.ts';
import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import { readPrinterAddress } from '../../../shared/printing/printer-address.ts';
import type { Handlers } from '../transport/answer.ts';
import type { DialogTurns } from '../screens/dialog-turns.ts';
import type { DeskContext } from '../desk-context.ts';
import type { PrinterSetup } from './printer-setup.ts';

type Names = keyof typeof printerProcedures;

/** Printers of this machine as they are set up. A command that is given again changes nothing. */
export function printerHandlers({ outbox, emit }: DeskContext, setup: PrinterSetup): Pick<Handlers<'desk'>, Names> {
  /** What takes longer than a transaction; two of one id at once are one. */
  const underWay = new Map<string, Promise<unknown>>();
  async function onceWhole<T>(commandId: string, name: string, act: () => Promise<T>): Promise<T> {
    const before = outbox.answered<T>(commandId, name);
    if (before !== undefined) return before;
    const running = underWay.get(commandId) ?? act().then((done) => outbox.once(commandId, name, () => done));
    underWay.set(commandId, running);
    try {
      return (await running) as T;
    } finally {
      underWay.delete(commandId);
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
    'printers.probe': ({ address }) => setup.probe(address),
    'printers.add': ({ commandId, ...wanted }) =>
      onceWhole(commandId, 'printer-add', async () => setup.add(await setup.read(wanted))),
    'printers.remove': ({ commandId, name }) => once(commandId, 'printer-remove', () => setup.remove(name)),
    'printers.choose': ({ commandId, size, name }) => once(commandId, 'printer-choose', () => setup.choose(size, name)),
    'printers.test': ({ commandId, name, empty }) =>
      onceWhole(commandId, 'printer-test', () => setup.test(name, empty)),
    'printers.tested': ({ commandId, name, scanned }) =>
      once(commandId, 'printer-tested', () => setup.tested(name, scanned)),
  };
}

/** Asks a person at the host whether this desk may speak to what is at an address. */
export type ConfirmPrinter = (address: string) => Promise<boolean>;

const advice =
  'A screen in a browser names no printer. Whoever starts the desk sets it up there: desk printers add NAME ADDRESS.';

/**
 * Addresses that a screen names: each could be anything on the network, so a person confirms it in the host's own dialog, once. Where the host has
 * none, printers are set up on the command line.
 */
export function confirmedPrinters(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  confirm: ConfirmPrinter | null,
  { turns, knows }: { turns: DialogTurns; knows: (address: string) => boolean },
): Pick<Handlers<'desk'>, 'printers.probe' | 'printers.add'> {
  const confirmed = new Set<string>();

  async function check(typed: string): Promise<void> {
    const address = readPrinterAddress(typed)?.text;
    // what is none is refused with its reason
    if (address === undefined || confirmed.has(address) || knows(address)) return;
    if (!confirm) throw problem('printer', advice, { reason: 'unnamed', said: '' });
    const isRight = await turns(
      () => confirm(address),
      (why) =>
        why === 'dialog-open'
          ? problem('printer', 'A dialog is open already. Answer it first.', { reason: 'busy', said: '' })
          : problem('printer', 'A dialog was closed just now. Press again.', { reason: why, said: '' }),
    );
    if (!isRight) throw problem('cancelled', 'The address was not confirmed, so nothing was asked there.');
    confirmed.add(address);
  }

  return {
    async 'printers.probe'(input) {
      await check(input.address);
      return valueOf<'printers.probe'>(await call('printers.probe', input));
    },
    async 'printers.add'(input) {
      await check(input.address);
      return valueOf<'printers.add'>(await call('printers.add', input));
    },
  };
}

function valueOf<N extends 'printers.probe' | 'printers.add'>(result: Result<unknown>): Output<N> {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as Output<N>;
}
