import { newPrinterSchema } from '../../../shared/contract/printer-procedures.ts';
import { certificatePattern, headDpis, zplPackings } from '../../../shared/printing/configured-printer.ts';
import { labelSizeNames } from '../../../shared/printing/label-sizes.ts';
import { after } from '../../desk/threads/after.ts';
import { startLabelThread } from '../../desk/threads/label-thread.ts';
import { printerSetup } from '../../printing/printers/printer-setup.ts';
import { knownPrinters } from '../../storage/register/known-printers.ts';
import type { Command, ExitCode, CommandArgs } from './command.ts';
import { usageError, optionText } from './options.ts';

const actions = ['list', 'find', 'add', 'probe', 'remove', 'choose', 'test', 'tested'] as const;
type PrinterAction = (typeof actions)[number];
const isPrinterAction = (text: string): text is PrinterAction => actions.some((one) => one === text);

/** Positional arguments of each action: their number and names. */
const actionArguments: Record<PrinterAction, [count: number, words: string]> = {
  list: [0, ''],
  find: [0, ''],
  add: [2, 'NAME ADDRESS'],
  probe: [1, 'ADDRESS'],
  remove: [1, 'NAME'],
  choose: [1, 'NAME'],
  test: [1, 'NAME'],
  tested: [2, 'NAME CODE'],
};

/** Sets up printers of this machine, without approval: whoever runs commands here may choose their addresses. */
export const printers: Command = {
  summary: 'tells and sets up the label printers of this machine',
  usage:
    'list | find | add NAME ADDRESS | probe ADDRESS | remove NAME | choose NAME | test NAME | tested NAME CODE [--size 100x150] [--dpi 203|300|600] [--packing z64|ascii] [--reprints] [--certificate SHA256] [--empty]',
  options: {
    size: { type: 'string' },
    dpi: { type: 'string' },
    packing: { type: 'string' },
    reprints: { type: 'boolean' },
    certificate: { type: 'string' },
    empty: { type: 'boolean' },
  },
  argumentCount: [1, 3],
  async run(args, context) {
    const [action = '', firstArgument = '', secondArgument = ''] = args.positionals;
    if (!isPrinterAction(action)) throw usageError(`printers takes ${actions.join(', ')}.`);
    const [count, argumentNames] = actionArguments[action];
    if (args.positionals.length !== count + 1) throw usageError(`Use: printers ${action} ${argumentNames}`.trim());
    const thread = startLabelThread();
    const setup = printerSetup({
      known: knownPrinters(context.machine),
      after,
      now: Date.now,
      random: Math.random,
      makePage: thread.makePage,
      // only the window prints on system printers
      system: null,
      // this program prints no jobs; a lease protects the jobs of other programs
      isPrinting: () => false,
    });
    const handlers: Record<PrinterAction, () => unknown> = {
      list: () => setup.list(),
      find: () => setup.find(),
      probe: () => setup.probe(firstArgument, certificateOf(args)),
      add: async () => setup.add(await setup.readSetup(parseNewPrinter(args, firstArgument, secondArgument))),
      remove: () => setup.remove(firstArgument),
      choose: () => setup.choose(sizeOf(args), firstArgument),
      test: () => setup.printTestLabel(firstArgument, args.values['empty'] === true),
      tested: () => setup.confirmTestLabel(firstArgument, secondArgument),
    };
    try {
      const answer = await handlers[action]();
      await context.print(answer);
      return exitCodeOf(answer);
    } finally {
      await thread.close();
    }
  },
};

/** The exit code: 2 or 3 for a test label that failed. A printer that gives no proof of paper is no failure. */
function exitCodeOf(answer: unknown): ExitCode {
  const testResult = (answer as { end?: { end: string; why: string } }).end;
  if (testResult === undefined || testResult.end === 'proved' || testResult.why === 'no-proof') return 0;
  return testResult.end === 'not-left' ? 3 : 2;
}

const sizeOf = (args: CommandArgs) => allowedOption(args, 'size', labelSizeNames) ?? '100x150';

function allowedOption<T extends string | number>(
  args: CommandArgs,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = optionText(args, name);
  if (text === undefined) return undefined;
  const value = allowed.find((one) => String(one) === text);
  if (value === undefined) throw usageError(`--${name} takes ${allowed.join(', ')}.`);
  return value;
}

function certificateOf(args: CommandArgs): string | null {
  const text = optionText(args, 'certificate')?.toUpperCase() ?? null;
  if (text !== null && !certificatePattern.test(text))
    throw usageError('--certificate takes a SHA-256 as AB:CD:…, 32 bytes.');
  return text;
}

function parseNewPrinter(args: CommandArgs, name: string, address: string) {
  const [dpi, packing] = [allowedOption(args, 'dpi', headDpis), allowedOption(args, 'packing', zplPackings)];
  const parsed = newPrinterSchema.safeParse({
    name,
    address,
    size: sizeOf(args),
    reprints: args.values['reprints'] === true,
    certificate: certificateOf(args),
    ...(dpi && { dpi }),
    ...(packing && { packing }),
  });
  if (!parsed.success) throw usageError('Use: printers add NAME ADDRESS, the name with at most 60 characters.');
  return parsed.data;
}
