import { certificatePattern, headDpis, zplPackings } from '../../../shared/printing/known-printer.ts';
import { labelSizeNames } from '../../../shared/printing/label-sizes.ts';
import { printerWanted } from '../../../shared/contract/printer-procedures.ts';
import { knownPrinters } from '../../register/known-printers.ts';
import { printerSetup } from '../../rpc/printing/printer-setup.ts';
import { after } from '../../threads/after.ts';
import { startLabelThread } from '../../threads/label-thread.ts';
import type { Command, ExitCode, Given } from './command.ts';
import { misuse, textOf } from './given.ts';

const acts = ['list', 'find', 'add', 'probe', 'remove', 'choose', 'test', 'tested'] as const;
type Act = (typeof acts)[number];
const isAct = (text: string): text is Act => acts.some((one) => one === text);

/** Positional arguments of each action: their number and names. */
const takes: Record<Act, [count: number, words: string]> = {
  list: [0, ''],
  find: [0, ''],
  add: [2, 'NAME ADDRESS'],
  probe: [1, 'ADDRESS'],
  remove: [1, 'NAME'],
  choose: [1, 'NAME'],
  test: [1, 'NAME'],
  tested: [2, 'NAME CODE'],
};

/** Sets up printers of this machine. No approval: whoever can run this may name their addresses. */
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
  words: [1, 3],
  async run(given, around) {
    const [act = '', one = '', two = ''] = given.positionals;
    if (!isAct(act)) throw misuse(`printers takes ${acts.join(', ')}.`);
    const [count, words] = takes[act];
    if (given.positionals.length !== count + 1) throw misuse(`Use: printers ${act} ${words}`.trim());
    const thread = startLabelThread();
    const setup = printerSetup({
      known: knownPrinters(around.machine),
      after,
      now: Date.now,
      random: Math.random,
      make: thread.make,
      // only the window prints on system printers
      system: null,
      // this program prints no jobs; a lease protects those of other programs
      printing: () => false,
    });
    const done: Record<Act, () => unknown> = {
      list: () => setup.list(),
      find: () => setup.find(),
      probe: () => setup.probe(one, certificateOf(given)),
      add: async () => setup.add(await setup.read(wantedBy(given, one, two))),
      remove: () => setup.remove(one),
      choose: () => setup.choose(sizeOf(given), one),
      test: () => setup.test(one, given.values['empty'] === true),
      tested: () => setup.tested(one, two),
    };
    try {
      const answer = await done[act]();
      await around.print(answer);
      return exitOf(answer);
    } finally {
      await thread.close();
    }
  },
};

/** Exit code: a test label without proof of paper is not reliable. */
function exitOf(answer: unknown): ExitCode {
  const end = (answer as { end?: { end: string; why: string } }).end;
  if (end === undefined || end.end === 'proved' || end.why === 'no-proof') return 0;
  return end.end === 'not-left' ? 3 : 2;
}

const sizeOf = (given: Given) => oneOf(given, 'size', labelSizeNames) ?? '100x150';

function oneOf<T extends string | number>(given: Given, name: string, all: readonly T[]): T | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const found = all.find((one) => String(one) === text);
  if (found === undefined) throw misuse(`--${name} takes ${all.join(', ')}.`);
  return found;
}

function certificateOf(given: Given): string | null {
  const text = textOf(given, 'certificate')?.toUpperCase() ?? null;
  if (text !== null && !certificatePattern.test(text))
    throw misuse('--certificate takes a SHA-256 as AB:CD:…, 32 bytes.');
  return text;
}

function wantedBy(given: Given, name: string, address: string) {
  const [dpi, packing] = [oneOf(given, 'dpi', headDpis), oneOf(given, 'packing', zplPackings)];
  const read = printerWanted.safeParse({
    name,
    address,
    size: sizeOf(given),
    reprints: given.values['reprints'] === true,
    certificate: certificateOf(given),
    ...(dpi && { dpi }),
    ...(packing && { packing }),
  });
  if (!read.success) throw misuse('Use: printers add NAME ADDRESS, the name with at most 60 characters.');
  return read.data;
}
